import type { AllocationEntryView } from '#src/contract/allocation.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { ApiFailure } from '#src/server/platform/util/errors.ts';
import { isoTime } from '#src/server/platform/util/iso-time.ts';

/**
 * Stores a wallet's objection to the draft at `now` (ms). Throws ApiFailure `objections_closed` unless a draft takes
 * objections, and `objection_open` while an earlier one of the wallet is undecided.
 */
export async function fileObjection(
  db: Db,
  wallet: string,
  text: string,
  now: number,
): Promise<NonNullable<AllocationEntryView['objection']>> {
  await db.transaction().execute(async (tx) => {
    // Shared with other objections, and waits for whoever makes the list final: another server's clock may be behind.
    const batch = await tx
      .selectFrom('allocation_batches')
      .select('id')
      .where('state', '=', 'draft')
      .where('root', '<>', '')
      .where('objections_until', '>', BigInt(now))
      .forShare()
      .executeTakeFirst();
    if (batch === undefined) throw new ApiFailure('objections_closed');
    const stored = await tx
      .insertInto('allocation_objections')
      .values({ batch: batch.id, wallet, text, state: 'open', answer: null, created_at: BigInt(now), decided_at: null })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (stored === undefined) throw new ApiFailure('objection_open');
  });
  return { state: 'open', at: isoTime(BigInt(now)), answer: null };
}
