import type { Token } from './tokens.ts';

/** A token that visitors mistake for one of ours: the selector shows it with its balance but never offers it. */
export type Lookalike = Omit<Token, 'symbol' | 'pricing' | 'accepted'> & { readonly symbol: string };

/** Polygon's bridged USDC, which wallets list next to the native one that is accepted (decision 19). */
export const LOOKALIKES: readonly Lookalike[] = [
  {
    chainId: 137,
    symbol: 'USDC.e',
    display: 'USDC.e',
    name: 'Bridged USDC',
    address: '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174',
    decimals: 6,
    icon: 'usdc',
  },
];
