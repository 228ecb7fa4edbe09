import type { ReasonCode } from '#src/contract/airdrop.ts';
import { inTransaction } from '#src/server/platform/database/statements.ts';
import type { Db, Tx } from '#src/server/platform/database/tables.ts';
import { confirmMissionEntry } from './confirm-mission-entry.ts';
import { moveName } from './disputed-names.ts';

export interface MissionEntryDecision {
  readonly submissionId: bigint;
  readonly decision: 'approve' | 'reject';
  /** Required for a rejection; the participant sees it, and the note. */
  readonly reasonCode?: ReasonCode | null;
  readonly note?: string | null;
  /** For an approval: the code of a disputed name was found (disputed-names.ts), so the name moves to this wallet. */
  readonly codeFound?: boolean;
  /** Who decided: a staff member, or `verifier:<name>`. */
  readonly staffId: string;
}

export type MissionEntryOutcome =
  | { readonly ok: true /** The wallet that lost a disputed name. */; readonly movedFrom?: string }
  | { readonly ok: false; readonly code: 'not_pending' | 'account_taken' | 'reason_needed' };

/** Decides a pending submission, once however many decisions race. `account_taken` if another wallet used its name. */
export async function decideMissionEntry(
  db: Db | Tx,
  { submissionId, decision, reasonCode = null, note = null, codeFound = false, staffId }: MissionEntryDecision,
  now: number,
): Promise<MissionEntryOutcome> {
  if (decision === 'reject' && reasonCode === null) return { ok: false, code: 'reason_needed' };
  const at = BigInt(now);
  return inTransaction(db, async (tx): Promise<MissionEntryOutcome> => {
    // The UPDATE locks the row: a second decision finds it decided.
    const row = await tx
      .updateTable('mission_submissions')
      .set({ decided_by: staffId })
      .where('id', '=', submissionId)
      .where('status', '=', 'pending')
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) return { ok: false, code: 'not_pending' };
    if (decision === 'approve') {
      const movedFrom = codeFound ? await moveName(tx, row, staffId, at) : null;
      if (await confirmMissionEntry(tx, row, staffId, at))
        return movedFrom === null ? { ok: true } : { ok: true, movedFrom };
      await tx.updateTable('mission_submissions').set({ decided_by: null }).where('id', '=', submissionId).execute();
      return { ok: false, code: 'account_taken' };
    }
    await tx
      .updateTable('mission_submissions')
      .set({ status: 'rejected', reason_code: reasonCode, note, decided_at: at })
      .where('id', '=', submissionId)
      .execute();
    return { ok: true };
  });
}
