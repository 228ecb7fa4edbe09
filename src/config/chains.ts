/**
 * The chains of the presale. `name` is the short name for controls, `networkName` the long one for a wallet that adds
 * the chain. `priceKey` is the key of its coin's price in GET /api/crypto/prices; it differs for each chain, even if
 * two have the same coin. Polygon's stays `MATIC`, as does its paymentMethod, while wallets see `POL` (decision 20).
 * `defaultPrice` is shown until a price has been read: for display only, never for selling (decision 6).
 */
export const CHAINS = {
  1: {
    chainId: 1,
    name: 'Ethereum',
    networkName: 'Ethereum Mainnet',
    priceKey: 'ETH',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    defaultPrice: '4513.48',
    icon: 'ethereum',
    color: '#627eea',
    explorer: 'https://etherscan.io',
    rpc: 'https://ethereum-rpc.publicnode.com',
    blockSeconds: 12,
  },
  56: {
    chainId: 56,
    name: 'BSC',
    networkName: 'BNB Smart Chain',
    priceKey: 'BNB',
    nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
    defaultPrice: '918.04',
    icon: 'bsc',
    color: '#f0b90b',
    explorer: 'https://bscscan.com',
    rpc: 'https://bsc-dataseed.bnbchain.org',
    blockSeconds: 0.75,
  },
  137: {
    chainId: 137,
    name: 'Polygon',
    networkName: 'Polygon',
    priceKey: 'MATIC',
    nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
    defaultPrice: '0.8',
    icon: 'polygon',
    color: '#8247e5',
    explorer: 'https://polygonscan.com',
    rpc: 'https://polygon-rpc.com',
    blockSeconds: 2,
  },
} as const;

export type ChainId = keyof typeof CHAINS;
export type PriceKey = (typeof CHAINS)[ChainId]['priceKey'];

export const CHAIN_IDS = Object.keys(CHAINS).map(Number) as unknown as readonly [ChainId, ...ChainId[]];
export const DEFAULT_CHAIN_ID = 1 satisfies ChainId;

/** Whether a value is the id of one of these chains, as a number. */
export function isChainId(value: unknown): value is ChainId {
  return typeof value === 'number' && Object.hasOwn(CHAINS, value);
}

/** The names of these settings, one for each chain, such as `RPC_URL_1`. */
export function chainSettings<Name extends string>(name: Name): readonly `${Name}_${ChainId}`[] {
  return CHAIN_IDS.map((chainId) => `${name}_${chainId}` as const);
}

/** An object with a value for each of chainSettings(). */
export function ofChains<Name extends string, Value>(name: Name, value: Value): Record<`${Name}_${ChainId}`, Value> {
  return Object.fromEntries(chainSettings(name).map((each) => [each, value])) as Record<`${Name}_${ChainId}`, Value>;
}

/** An object with a value for each chain, under its price key. */
export function byPriceKey<Value>(value: (chainId: ChainId) => Value): Record<PriceKey, Value> {
  return Object.fromEntries(CHAIN_IDS.map((chainId) => [CHAINS[chainId].priceKey, value(chainId)])) as Record<
    PriceKey,
    Value
  >;
}

/** A chain's number as wallets name it, in hexadecimal or not; null for anything else. */
export function chainNumber(named: unknown): number | null {
  const number = typeof named === 'string' || typeof named === 'number' ? Number(named) : 0;
  return Number.isSafeInteger(number) && number > 0 ? number : null;
}
