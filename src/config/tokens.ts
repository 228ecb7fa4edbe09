import type { ChainId } from './chains.ts';

interface TokenRow {
  readonly chainId: ChainId;
  /** The value of paymentMethod in calls; screens show `display` (decision 20). */
  readonly symbol: string;
  readonly display: string;
  readonly name: string;
  /** Contract address with its EIP-55 checksum; null for the chain's own coin. */
  readonly address: `0x${string}` | null;
  readonly decimals: 6 | 18;
  /** What it is worth: the price of the chain's coin by its feed, or one dollar. */
  readonly pricing: 'feed' | 'dollar';
  readonly icon: string;
  /** False: shown with its balance but never offered (BUSD: withdrawn by its issuer, decision 19). */
  readonly accepted: boolean;
}

/** Every token the site knows, in the card's display order (decision 19). */
export const TOKENS = [
  {
    chainId: 1,
    symbol: 'ETH',
    display: 'ETH',
    name: 'Ether',
    address: null,
    decimals: 18,
    pricing: 'feed',
    icon: 'eth',
    accepted: true,
  },
  {
    chainId: 1,
    symbol: 'USDC',
    display: 'USDC',
    name: 'USD Coin',
    address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    decimals: 6,
    pricing: 'dollar',
    icon: 'usdc',
    accepted: true,
  },
  {
    chainId: 1,
    symbol: 'USDT',
    display: 'USDT',
    name: 'Tether USD',
    address: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    decimals: 6,
    pricing: 'dollar',
    icon: 'usdt',
    accepted: true,
  },
  {
    chainId: 1,
    symbol: 'USD1',
    display: 'USD1',
    name: 'World Liberty Financial USD',
    address: '0x8d0D000Ee44948FC98c9B98A4FA4921476f08B0d',
    decimals: 18,
    pricing: 'dollar',
    icon: 'usd1',
    accepted: true,
  },
  {
    chainId: 56,
    symbol: 'BNB',
    display: 'BNB',
    name: 'BNB',
    address: null,
    decimals: 18,
    pricing: 'feed',
    icon: 'bnb',
    accepted: true,
  },
  {
    chainId: 56,
    symbol: 'USDC',
    display: 'USDC',
    name: 'USD Coin',
    address: '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d',
    decimals: 18,
    pricing: 'dollar',
    icon: 'usdc',
    accepted: true,
  },
  {
    chainId: 56,
    symbol: 'USDT',
    display: 'USDT',
    name: 'Tether USD',
    address: '0x55d398326f99059fF775485246999027B3197955',
    decimals: 18,
    pricing: 'dollar',
    icon: 'usdt',
    accepted: true,
  },
  {
    chainId: 56,
    symbol: 'BUSD',
    display: 'BUSD',
    name: 'Binance USD',
    address: '0xe9e7CEA3DedcA5984780Bafc599bD69ADd087D56',
    decimals: 18,
    pricing: 'dollar',
    icon: 'busd',
    accepted: false,
  },
  {
    chainId: 137,
    symbol: 'MATIC',
    display: 'POL',
    name: 'POL (formerly MATIC)',
    address: null,
    decimals: 18,
    pricing: 'feed',
    icon: 'pol',
    accepted: true,
  },
  {
    chainId: 137,
    symbol: 'USDC',
    display: 'USDC',
    name: 'USD Coin',
    address: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
    decimals: 6,
    pricing: 'dollar',
    icon: 'usdc',
    accepted: true,
  },
  {
    chainId: 137,
    symbol: 'USDT',
    display: 'USDT',
    name: 'Tether USD',
    address: '0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
    decimals: 6,
    pricing: 'dollar',
    icon: 'usdt',
    accepted: true,
  },
] as const satisfies readonly TokenRow[];

export type TokenSymbol = (typeof TOKENS)[number]['symbol'];

export interface Token extends TokenRow {
  readonly symbol: TokenSymbol;
}

/** The presale card's payment options on one chain, in display order. */
export function paymentOptions(chainId: ChainId): readonly Token[] {
  return TOKENS.filter((token) => token.chainId === chainId && token.accepted);
}

/** Finds a token by its contract (in lower case), or a chain's own coin by null. */
export function findTokenAt(chainId: ChainId, address: string | null): Token | undefined {
  return TOKENS.find((token) => token.chainId === chainId && (token.address?.toLowerCase() ?? null) === address);
}

export function coinOf(chainId: ChainId): Token {
  const coin = TOKENS.find((token) => token.chainId === chainId && token.address === null);
  if (coin === undefined) throw new RangeError(`no coin of chain ${chainId}`);
  return coin;
}

/** Finds a token by chain and paymentMethod; undefined if that chain does not list it. */
export function findToken(chainId: ChainId, symbol: string): Token | undefined {
  return TOKENS.find((token) => token.chainId === chainId && token.symbol === symbol);
}

/** The token of a stored payment; undefined for one that is not listed. */
export function storedToken(row: {
  readonly chain_id: bigint;
  readonly token_symbol: string | null;
}): Token | undefined {
  return TOKENS.find(({ chainId, symbol }) => BigInt(chainId) === row.chain_id && symbol === row.token_symbol);
}
