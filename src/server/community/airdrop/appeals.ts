import type { Selectable } from 'kysely';
import type { AirdropTables } from '#src/server/platform/database/airdrop-tables.ts';
import { inTransaction } from '#src/server/platform/database/statements.ts';
import type { Db, Tx } from '#src/server/platform/database/tables.ts';
import { confirmMissionEntry } from './confirm-mission-entry.ts';

export type AppealRow = Selectable<AirdropTables['appeals']>;

export type AppealOutcome =
  | { readonly ok: true; readonly id: bigint }
  | { readonly ok: false; readonly code: 'not_appealable' | 'appeal_open' };

/** What an objection is about, and its text. */
type Appeal = ({ readonly submissionId: bigint } | { readonly entryId: bigint }) & { readonly text: string };

/** Stores a wallet's objection, one per rejected submission or entry that took points from it. */
export async function fileAppeal(
  db: Db,
  wallet: string,
  { text, ...about }: Appeal,
  now: number,
): Promise<AppealOutcome> {
  const submissionId = 'submissionId' in about ? about.submissionId : null;
  const entryId = 'entryId' in about ? about.entryId : null;
  const found =
    submissionId !== null
      ? await db
          .selectFrom('mission_submissions')
          .select('id')
          .where((where) => where.and({ id: submissionId, wallet, status: 'rejected' }))
          .executeTakeFirst()
      : await db
          .selectFrom('point_entries')
          .select('id')
          .where('id', '=', entryId)
          .where('wallet', '=', wallet)
          .where('reason', 'in', ['correction', 'reversal'])
          .where('points', '<', 0n)
          .executeTakeFirst();
  if (found === undefined) return { ok: false, code: 'not_appealable' };
  const row = await db
    .insertInto('appeals')
    .values({
      wallet,
      submission_id: submissionId,
      entry_id: entryId,
      text,
      state: 'open',
      answer: null,
      created_at: BigInt(now),
      decided_at: null,
      decided_by: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row === undefined ? { ok: false, code: 'appeal_open' } : { ok: true, id: row.id };
}

/** Open appeals, oldest first. */
export function openAppeals(db: Db) {
  return db.selectFrom('appeals').selectAll().where('state', '=', 'open').orderBy('id');
}

export type AppealDecision =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: 'not_open' | 'same_person' | 'account_taken' };

/** Decides an appeal, by another person. Granting one about an entry corrects no points by itself (correctPoints). */
export async function decideAppeal(
  db: Db | Tx,
  {
    appealId,
    decision,
    answer,
    staffId,
  }: {
    readonly appealId: bigint;
    readonly decision: 'grant' | 'uphold';
    /** The participant sees it. */
    readonly answer: string | null;
    readonly staffId: string;
  },
  now: number,
): Promise<AppealDecision> {
  const at = BigInt(now);
  return inTransaction(db, async (tx): Promise<AppealDecision> => {
    const appeal = await tx
      .updateTable('appeals')
      .set((select) => ({ state: select.ref('state') }))
      .where('id', '=', appealId)
      .where('state', '=', 'open')
      .returningAll()
      .executeTakeFirst();
    if (appeal === undefined) return { ok: false, code: 'not_open' };
    if (appeal.submission_id !== null) {
      const row = await tx
        .selectFrom('mission_submissions')
        .selectAll()
        .where('id', '=', appeal.submission_id)
        .executeTakeFirstOrThrow();
      if (row.decided_by === staffId) return { ok: false, code: 'same_person' };
      if (decision === 'grant' && row.status === 'rejected') {
        const again = await tx
          .selectFrom('mission_submissions')
          .select('id')
          .where('wallet', '=', row.wallet)
          .where('mission', '=', row.mission)
          .where('status', '<>', 'rejected')
          .executeTakeFirst();
        if (again === undefined && !(await confirmMissionEntry(tx, row, staffId, at)))
          return { ok: false, code: 'account_taken' };
      }
    }
    await tx
      .updateTable('appeals')
      .set({ state: decision === 'grant' ? 'granted' : 'upheld', answer, decided_at: at, decided_by: staffId })
      .where('id', '=', appealId)
      .execute();
    return { ok: true };
  });
}
