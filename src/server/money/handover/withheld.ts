import type { Db, Tx } from '#src/server/platform/database/tables.ts';
import { latestBatch } from '../sale/latest-batch.ts';
import { lockSale } from '../sale/sale-state.ts';
import { HandoverRefusal, noteAllocation } from './batch.ts';
import { movingBatch } from './batch-view.ts';
import { moveEntry, openPlanned, type PlannedChange, planChange } from './change-entry.ts';
import { waitingRow } from './waiting-wallets.ts';

/** A wallet that two of our staff keep off the lists, or no longer, with the reason that everybody can read. */
interface Withholding {
  readonly wallet: string;
  readonly reason: string;
  /** Of the public records. */
  readonly source: string;
}

/** Plans withhold(). Throws HandoverRefusal if the draft would be no list. */
export function planWithholding(db: Db, { wallet, reason }: Pick<Withholding, 'wallet' | 'reason'>) {
  return planChange(db, wallet, async (entry) => entry && { ...entry, class: 'withheld', reason, chain_id: null });
}

/** Plans release(). */
export function planRelease(db: Db, wallet: string): Promise<PlannedChange> {
  return planChange(db, wallet, async (entry, batch) => {
    const waiting = await waitingRow(db, wallet, Number(batch.chain_id));
    return entry && { ...entry, class: 'listed', reason: null, chain_id: null, ...waiting };
  });
}

/**
 * Leaves a wallet off the draft and the lists after it; its amounts stay in the books. Throws HandoverRefusal once a
 * list is final, and while the books move.
 */
export async function withhold(tx: Tx, withholding: Withholding, planned: PlannedChange, now: number): Promise<void> {
  await refuseMoving(tx);
  const { wallet, reason } = withholding;
  const row = { class: 'withheld' as const, reason, chain_id: null, created_at: BigInt(now) };
  await tx
    .insertInto('wallets_set_aside')
    .values({ wallet, ...row })
    .onConflict((conflict) => conflict.column('wallet').doUpdateSet(row))
    .execute();
  await follow(tx, { event: 'withheld', ...withholding }, planned, now);
}

/** Undoes it. Throws HandoverRefusal as well if the wallet is not withheld. */
export async function release(tx: Tx, withholding: Withholding, planned: PlannedChange, now: number): Promise<void> {
  await refuseMoving(tx);
  const released = await tx
    .deleteFrom('wallets_set_aside')
    .where('wallet', '=', withholding.wallet)
    .where('class', '=', 'withheld')
    .returning('wallet')
    .executeTakeFirst();
  if (released === undefined) throw new HandoverRefusal('This wallet is not withheld.');
  await follow(tx, { event: 'released', ...withholding }, planned, now);
}

/** A list that is being made has entries of before and of now: no record could say which. */
async function refuseMoving(tx: Tx): Promise<void> {
  await lockSale(tx);
  if ((await movingBatch(tx)) !== undefined)
    throw new HandoverRefusal('The books are being moved at this moment. Try again in a few minutes.');
}

/** Says so in public, and has the draft follow if there is one. */
async function follow(
  tx: Tx,
  { event, wallet, reason, source }: Withholding & { readonly event: 'withheld' | 'released' },
  planned: PlannedChange,
  now: number,
): Promise<void> {
  const latest = await latestBatch(tx);
  if (latest?.state === 'final') throw new HandoverRefusal('The list is final: nothing can change it.');
  const batch = latest?.state === 'draft' ? await openPlanned(tx, planned) : null;
  await noteAllocation(tx, { event, data: { wallet, reason }, wallet, source }, now);
  if (batch === null) return;
  // What was withheld may be waiting as well.
  const waiting = event === 'released' ? await waitingRow(tx, wallet, Number(batch.chain_id)) : null;
  if (waiting !== null)
    await tx
      .insertInto('wallets_set_aside')
      .values({ wallet, ...waiting, created_at: BigInt(now) })
      .execute();
  await moveEntry(tx, { wallet, reason, source: `${source}:changed` }, planned, now);
}
