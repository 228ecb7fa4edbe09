import { TOKENS } from '#src/config/tokens.ts';
import type { PresalePricing } from '#src/contract/presale.ts';

/** An answer of the pricing call in the first phase, with everything offered; `change` replaces fields. */
export function pricing(change: Partial<PresalePricing> = {}): PresalePricing {
  return {
    currentPrice: '0.013',
    nextPhasePrice: '0.022',
    phase: 1,
    tokensRemaining: '150000000',
    daysLeft: 3,
    hoursLeft: 0,
    minutesLeft: 0,
    secondsLeft: 0,
    phaseSupply: '197000000',
    windowNumber: 1,
    windowEndsAt: '2026-01-04T00:00:00.000Z',
    lastWindow: null,
    saleStatus: 'open',
    offers: TOKENS.map(({ chainId, symbol }) => ({ chainId, paymentMethod: symbol, offered: true, reason: null })),
    serverTime: '2026-01-01T00:00:00.000Z',
    ...change,
  };
}
