import { existsSync } from 'node:fs';
import { getAddress } from 'viem';
import { describe, expect, test } from 'vitest';
import { CHAIN_IDS, CHAINS, type ChainId, DEFAULT_CHAIN_ID, isChainId } from '#src/config/chains.ts';
import { FEEDS } from '#src/config/feeds.ts';
import { coinOf, findToken, paymentOptions, TOKENS } from '#src/config/tokens.ts';

const symbols = (chainId: ChainId) => paymentOptions(chainId).map(({ symbol }) => symbol);
const decimals = (chainId: ChainId, symbol: string) => findToken(chainId, symbol)?.decimals;

test('[R3.010] each chain has name, rpc, native currency, icon, colour, explorer and tokens', () => {
  for (const chainId of CHAIN_IDS) {
    const { rpc, icon, color, explorer, nativeCurrency, name } = CHAINS[chainId];
    expect(name).toMatch(/\w/);
    expect(rpc).toMatch(/^https:\/\//);
    expect(explorer).toMatch(/^https:\/\/[\w.]+$/);
    expect(icon).toMatch(/^[a-z]+$/);
    expect(color).toMatch(/^#[0-9a-f]{6}$/);
    expect(nativeCurrency).toEqual({ name: expect.any(String), symbol: expect.any(String), decimals: 18 });
  }
  const tokens = CHAIN_IDS.map((id) => TOKENS.filter(({ chainId }) => chainId === id).map(({ symbol }) => symbol));
  expect(tokens).toEqual([
    ['ETH', 'USDC', 'USDT', 'USD1'],
    ['BNB', 'USDC', 'USDT', 'BUSD'],
    ['MATIC', 'USDC', 'USDT'],
  ]);
});

test('[R3.011] each token has symbol, name, address (null for the native one), decimals and icon', () => {
  for (const token of TOKENS) {
    expect(token.name).toMatch(/\w/);
    expect(token.icon).toMatch(/^[a-z0-9]+$/);
    expect(token.address === null).toBe(token === coinOf(token.chainId));
    if (token.address !== null) expect(getAddress(token.address)).toBe(token.address);
  }
  expect(TOKENS.map(({ chainId, symbol, decimals }) => `${chainId} ${symbol} ${decimals}`)).toEqual([
    ...['1 ETH 18', '1 USDC 6', '1 USDT 6', '1 USD1 18'],
    ...['56 BNB 18', '56 USDC 18', '56 USDT 18', '56 BUSD 18'],
    ...['137 MATIC 18', '137 USDC 6', '137 USDT 6'],
  ]);
});

test('[R3.002] the default chain is 1', () => expect(DEFAULT_CHAIN_ID).toBe(1));

describe('names and coins', () => {
  test.each([
    ['[R3.012 R3.013 R9.001] chain 1', 1, 'Ethereum', 'Ethereum Mainnet', 'ETH', 'ETH'],
    ['[R3.017 R3.018 R9.002] chain 56', 56, 'BSC', 'BNB Smart Chain', 'BNB', 'BNB'],
    ['[R3.022 R3.023 R9.003] chain 137, whose coin is POL to wallets,', 137, 'Polygon', 'Polygon', 'MATIC', 'POL'],
  ] as const)(
    '%s (%i) is %s, in networks %s, priced as %s, with %s of 18 decimals',
    (_, id, name, networkName, priceKey, symbol) =>
      expect(CHAINS[id]).toMatchObject({ name, networkName, priceKey, nativeCurrency: { symbol, decimals: 18 } }),
  );

  test('no other number is a chain', () => {
    expect(CHAIN_IDS).toEqual([1, 56, 137]);
    expect([1, 56, 137].every(isChainId)).toBe(true);
    expect([0, 5, '1', null, undefined, 1n, 11_155_111].some(isChainId)).toBe(false);
  });
});

describe('tokens of each chain', () => {
  test('[R3.014 R3.015 R3.016] Ethereum: ETH, USDC and USDT of 6 decimals', () => {
    expect(decimals(1, 'ETH')).toBe(18);
    expect([decimals(1, 'USDC'), decimals(1, 'USDT')]).toEqual([6, 6]);
  });

  test('[R3.019 R3.020 R3.021] BSC: USDC, USDT and BUSD of 18 decimals', () =>
    expect(['USDC', 'USDT', 'BUSD'].map((symbol) => decimals(56, symbol))).toEqual([18, 18, 18]));

  test('[R3.024 R3.025] Polygon: USDC and USDT of 6 decimals', () =>
    expect(['USDC', 'USDT'].map((symbol) => decimals(137, symbol))).toEqual([6, 6]));

  test('[R3.029] stablecoin addresses are defined per chain', () => {
    const stable = TOKENS.filter(({ address }) => address !== null);
    expect(new Set(stable.map(({ chainId, address }) => `${chainId}:${address}`)).size).toBe(stable.length);
    expect(findToken(1, 'USDC')?.address).toBe('0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48');
    expect(findToken(1, 'USDT')?.address).toBe('0xdAC17F958D2ee523a2206206994597C13D831ec7');
    expect(findToken(56, 'USDC')?.address).toBe('0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d');
    expect(findToken(56, 'USDT')?.address).toBe('0x55d398326f99059fF775485246999027B3197955');
    expect(findToken(137, 'USDC')?.address).toBe('0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359');
    expect(findToken(137, 'USDT')?.address).toBe('0xc2132D05D31c914a87C6611C10748AEb04B58e8F');
  });

  test('[R3.030] USD1 is defined on Ethereum alone', () => {
    expect(findToken(1, 'USD1')).toMatchObject({
      address: '0x8d0D000Ee44948FC98c9B98A4FA4921476f08B0d',
      decimals: 18,
    });
    expect(findToken(56, 'USD1')).toBeUndefined();
    expect(findToken(137, 'USD1')).toBeUndefined();
  });
});

describe('payment options', () => {
  test('[R3.026] chain 1', () => expect(symbols(1)).toEqual(['ETH', 'USDC', 'USDT', 'USD1']));
  test('[R3.027] chain 56, without the retired BUSD', () => expect(symbols(56)).toEqual(['BNB', 'USDC', 'USDT']));
  test('[R3.028] chain 137', () => expect(symbols(137)).toEqual(['MATIC', 'USDC', 'USDT']));
});

test('each coin has one price feed on its own chain', () => {
  expect(CHAIN_IDS.map((chainId) => [chainId, coinOf(chainId).symbol, FEEDS[chainId].address])).toEqual([
    [1, 'ETH', '0x5f4eC3Df9cbd43714FE2740f5E3616155c5b8419'],
    [56, 'BNB', '0x0567F2323251f0Aab15c8dFb1967E4e8A7D42aeE'],
    [137, 'MATIC', '0xAB594600376Ec9fD91F8e885dADF0CE036862dE0'],
  ]);
  for (const { address } of Object.values(FEEDS)) expect(getAddress(address)).toBe(address);
  expect(FEEDS[137].descriptions).toEqual(['MATIC / USD', 'POL / USD']);
});

test('no price has the key of another one', () => {
  const keys: string[] = CHAIN_IDS.map((chainId) => CHAINS[chainId].priceKey);
  expect(new Set([...keys, 'updatedAt', 'live']).size).toBe(keys.length + 2);
});

test('each icon is there', () => {
  const icons = [...CHAIN_IDS.map((id) => `chains/${CHAINS[id].icon}`), ...TOKENS.map(({ icon }) => `tokens/${icon}`)];
  for (const icon of icons) expect(existsSync(`public/icons/${icon}.svg`), icon).toBe(true);
});
