import { hash } from 'node:crypto';
import type { FaqFeedbackRequest } from '#src/contract/faq.ts';
import type { Db } from '#src/server/platform/database/tables.ts';

/** Records or (null) removes a thumb. The voter is a hash of session and question, which links no two thumbs. */
export async function recordFaqVote(
  db: Db,
  session: string,
  { id, locale, value }: FaqFeedbackRequest,
  now: number,
): Promise<void> {
  const voter = hash('sha256', `faq\0${id}\0${session}`);
  if (value === null) {
    await db.deleteFrom('faq_votes').where('voter', '=', voter).execute();
    return;
  }
  const vote = { locale, value, voted_at: BigInt(now) };
  await db
    .insertInto('faq_votes')
    .values({ voter, faq_id: id, ...vote })
    .onConflict((conflict) => conflict.column('voter').doUpdateSet(vote))
    .execute();
}
