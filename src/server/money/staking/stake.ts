import { NANO_PER_SYNX } from '#src/config/sale.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { refuseFrozen } from '#src/server/platform/records/freeze.ts';
import { balanceOf, postTransfer } from '../ledger/accounts.ts';
import { lockRewards } from '../sale/sale-state.ts';
import { addLots, rewardState } from './reward-state.ts';

export type StakeOutcome =
  | { readonly ok: true; readonly staked: bigint; readonly available: bigint }
  | {
      readonly ok: false;
      readonly code: 'no_tokens_available' | 'insufficient_available' | 'invalid_amount';
      readonly message?: string;
    };

/**
 * Stakes `amount` (1e-9 SYNX) of a wallet from `now` (ms) on, whole SYNX or more, or all that is left: its record is
 * kept for ever, and one SYNX has a billion parts (S25). Parallel requests wait for each other. Throws ApiFailure
 * `handed_over` once the books have been handed over.
 */
export async function stake(db: Db, wallet: string, amount: bigint, now: number): Promise<StakeOutcome> {
  const at = BigInt(now);
  return db.transaction().execute(async (tx): Promise<StakeOutcome> => {
    await lockRewards(tx);
    await refuseFrozen(tx);
    const available = await balanceOf(tx, 'available', wallet);
    if (available <= 0n) return { ok: false, code: 'no_tokens_available' };
    if (amount > available) return { ok: false, code: 'insufficient_available' };
    if (amount < NANO_PER_SYNX && amount < available)
      return { ok: false, code: 'invalid_amount', message: 'Less than 1 SYNX can be staked only if no more is left.' };
    const transferId = await postTransfer(tx, { kind: 'stake', at }, [
      { kind: 'available', owner: wallet, amount: -amount },
      { kind: 'staked', owner: wallet, amount },
    ]);
    const state = await rewardState(tx, at);
    const staked = await addLots(tx, state, { wallet, transferId, at, lots: [{ amount, index: state.index }] });
    return { ok: true, staked, available: available - amount };
  });
}
