import type { Insertable } from 'kysely';
import { PURCHASE_LIMITS } from '#src/config/limits.ts';
import { NANO_PER_SYNX, PHASES, WINDOW_SECONDS } from '#src/config/sale.ts';
import { toUnits } from '#src/lib/money/decimal.ts';
import type { PhaseStock } from '#src/lib/money/quote.ts';
import type { Tables, Tx } from '#src/server/platform/database/tables.ts';
import { tellPriceChange } from '#src/server/platform/records/news.ts';
import { balanceOf, postTransfer } from '../ledger/accounts.ts';
import { isClosed, phaseOf, type SaleState } from './sale-state.ts';

/** Adds a row to the append-only price history and to the system log, recorded at `now` (ms). */
export async function recordPriceChange(
  tx: Tx,
  change: Insertable<Tables['price_history']>,
  now: bigint,
): Promise<void> {
  const row = await tx.insertInto('price_history').values(change).returningAll().executeTakeFirstOrThrow();
  await tellPriceChange(tx, row, now);
}

const WINDOW_MS = BigInt(WINDOW_SECONDS) * 1000n;
const MINIMUM_MICRO_USD = toUnits(PURCHASE_LIMITS.minimumStableUsd, 6);

/** Whether a seven-day window, or a phase that the operator gave an end, has ended since the last advance. */
export function windowEnded(sale: SaleState, now: bigint): boolean {
  return !isClosed(sale) && now >= nextChange(sale);
}

function nextChange({ window_started_at: startedAt, phase_ends_at: phaseEndsAt }: SaleState): bigint {
  const windowEndsAt = startedAt + WINDOW_MS;
  return phaseEndsAt !== null && phaseEndsAt < windowEndsAt ? phaseEndsAt : windowEndsAt;
}

/**
 * Records windows that ended without a price change (decision 9), and the end set for the phase, which keeps its stock
 * for late payments (roll-left-stock.ts). The caller holds the lock.
 */
export async function advanceWindows(tx: Tx, sale: SaleState, now: bigint): Promise<SaleState> {
  let state = sale;
  while (windowEnded(state, now)) {
    const at = nextChange(state);
    const raised = state.phase_ends_at === at;
    state = {
      ...state,
      phase: raised ? state.phase + 1n : state.phase,
      window_number: state.window_number + 1n,
      window_started_at: at,
      phase_ends_at: raised ? null : state.phase_ends_at,
    };
    const { phase, window_number } = state;
    const change = { phase, window_number, at, price_micro_usd: phaseOf(phase).priceMicroUsd };
    const reason = raised ? 'phase ended by the operator' : 'window restarted, price unchanged';
    await recordPriceChange(tx, { ...change, kind: raised ? 'phase' : 'window', reason }, now);
  }
  if (state !== sale) {
    await tx
      .updateTable('sale_state')
      .set({
        phase: state.phase,
        window_number: state.window_number,
        window_started_at: state.window_started_at,
        phase_ends_at: state.phase_ends_at,
      })
      .where('id', '=', 1n)
      .execute();
  }
  return state;
}

/** Whether this much of a phase (whole SYNX) is worth the smallest purchase; otherwise it rolls into the next one. */
function isPurchasable(phase: bigint, left: bigint): boolean {
  return left * phaseOf(phase).priceMicroUsd >= MINIMUM_MICRO_USD;
}

/** Whether rollSoldPhases() would move the sale on from `phase`, given the stock of all phases. */
export function isSoldOut(phase: bigint, stock: readonly PhaseStock[]): boolean {
  const left = stock.find((candidate) => BigInt(candidate.phase) === phase)?.remaining ?? 0n;
  return phase < BigInt(PHASES.length) && !isPurchasable(phase, left);
}

/** Moves the sale past phases with less left than the smallest purchase (decision 8). The caller holds the lock. */
export async function rollSoldPhases(tx: Tx, sale: SaleState, now: bigint): Promise<SaleState> {
  let state = sale;
  while (state.phase < BigInt(PHASES.length)) {
    const left = await balanceOf(tx, 'sale', String(state.phase));
    if (isPurchasable(state.phase, left / NANO_PER_SYNX)) return state;
    const next = phaseOf(state.phase + 1n);
    if (left > 0n) {
      await postTransfer(tx, { kind: 'phase-roll', at: now }, [
        { kind: 'sale', owner: String(state.phase), amount: -left },
        { kind: 'sale', owner: String(next.phase), amount: left },
      ]);
    }
    state = {
      ...state,
      phase: BigInt(next.phase),
      window_number: state.window_number + 1n,
      window_started_at: now,
      phase_ends_at: null,
    };
    const { phase, window_number } = state;
    const change = { kind: 'phase', phase, price_micro_usd: next.priceMicroUsd, window_number } as const;
    await recordPriceChange(tx, { ...change, at: now, reason: 'phase sold out' }, now);
    await tx
      .updateTable('sale_state')
      .set({ phase: state.phase, window_number: state.window_number, window_started_at: now, phase_ends_at: null })
      .where('id', '=', 1n)
      .execute();
  }
  return state;
}
