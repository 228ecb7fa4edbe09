import { PURCHASE_LIMITS } from '#src/config/limits.ts';
import { NANO_PER_SYNX, PHASES, WINDOW_SECONDS } from '#src/config/sale.ts';
import { toUnits } from '#src/lib/decimal.ts';
import type { Tx } from '../database/tables.ts';
import { balanceOf } from '../ledger/balance-of.ts';
import { postTransfer } from '../ledger/post-transfer.ts';
import { recordPriceChange } from './record-price-change.ts';
import type { SaleState } from './sale-lock.ts';

const WINDOW_MS = BigInt(WINDOW_SECONDS) * 1000n;
const MINIMUM_MICRO_USD = toUnits(PURCHASE_LIMITS.minimumStableUsd, 6);

/** The table row of a phase. Throws RangeError for a phase that the sale does not have. */
export function phaseOf(phase: bigint | number): (typeof PHASES)[number] {
  const found = PHASES.find((candidate) => BigInt(candidate.phase) === BigInt(phase));
  if (found === undefined) throw new RangeError(`the sale has no phase ${phase}`);
  return found;
}

/** Whether at least one seven-day window has ended since the state was last moved. */
export function windowEnded(sale: SaleState, now: bigint): boolean {
  return sale.closed_at === null && now >= sale.window_started_at + WINDOW_MS;
}

/** Records every window that ended without a price change (T1) and returns the sale as it stands now; needs the lock. */
export async function advanceWindows(tx: Tx, sale: SaleState, now: bigint): Promise<SaleState> {
  if (!windowEnded(sale, now)) return sale;
  let { window_number: number, window_started_at: startedAt } = sale;
  const price = phaseOf(sale.phase).priceMicroUsd;
  while (now >= startedAt + WINDOW_MS) {
    startedAt += WINDOW_MS;
    number += 1n;
    const change = { kind: 'window', phase: sale.phase, price_micro_usd: price, window_number: number } as const;
    await recordPriceChange(tx, { ...change, at: startedAt, reason: 'window restarted, price unchanged' }, now);
  }
  await tx
    .updateTable('sale_state')
    .set({ window_number: number, window_started_at: startedAt })
    .where('id', '=', 1n)
    .execute();
  return { ...sale, window_number: number, window_started_at: startedAt };
}

/**
 * Moves the sale on from every phase whose remaining tokens are worth less than the smallest purchase; what is left
 * rolls into the next phase (T15). The last phase stays. Needs the lock; returns the sale as it stands now.
 */
export async function rollSoldPhases(tx: Tx, sale: SaleState, now: bigint): Promise<SaleState> {
  let state = sale;
  while (state.phase < BigInt(PHASES.length)) {
    const { priceMicroUsd } = phaseOf(state.phase);
    const left = await balanceOf(tx, 'sale', String(state.phase));
    if ((left / NANO_PER_SYNX) * priceMicroUsd >= MINIMUM_MICRO_USD) return state;
    const next = phaseOf(state.phase + 1n);
    if (left > 0n) {
      await postTransfer(tx, { kind: 'phase-roll', at: now }, [
        { kind: 'sale', owner: String(state.phase), amount: -left },
        { kind: 'sale', owner: String(next.phase), amount: left },
      ]);
    }
    state = { ...state, phase: BigInt(next.phase), window_number: state.window_number + 1n, window_started_at: now };
    const { phase, window_number } = state;
    const change = { kind: 'phase', phase, price_micro_usd: next.priceMicroUsd, window_number } as const;
    await recordPriceChange(tx, { ...change, at: now, reason: 'phase sold out' }, now);
    await tx
      .updateTable('sale_state')
      .set({ phase: state.phase, window_number: state.window_number, window_started_at: now })
      .where('id', '=', 1n)
      .execute();
  }
  return state;
}
