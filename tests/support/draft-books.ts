import {
  beginDraft,
  beginWithdrawal,
  type DraftTerms,
  finishDraft,
  finishWithdrawal,
} from '#src/server/money/handover/draft.ts';
import type { Db } from '#src/server/platform/database/tables.ts';

/** Drafts a list without its conditions. */
export async function draftBooks(db: Db, terms: DraftTerms, now: number) {
  return finishDraft(db, await db.transaction().execute((tx) => beginDraft(tx, terms, now)));
}

/** Withdraws the draft. */
export async function withdrawBooks(db: Db, now: number): Promise<void> {
  await finishWithdrawal(db, await db.transaction().execute((tx) => beginWithdrawal(tx, 'It was a test.', now)));
}
