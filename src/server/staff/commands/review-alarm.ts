import { sql } from 'kysely';
import { unverifiableSubject } from '#src/server/money/payments/verify/payment-alarms.ts';
import { closeAlarm } from '#src/server/platform/alerts/alarms.ts';
import type { PaymentRow } from '#src/server/platform/database/payment-row.ts';
import type { Tx } from '#src/server/platform/database/tables.ts';

const KIND = 'payment-needs-review';

/** Closes the alarms about payments in review that end with the decision about this one. */
export async function closeReviewAlarm(
  tx: Tx,
  row: Pick<PaymentRow, 'chain_id' | 'transaction_hash' | 'block_number' | 'reason'>,
  now: number,
): Promise<void> {
  const { chain_id, transaction_hash, block_number, reason } = row;
  const close = (subject: string) => closeAlarm(tx, KIND, subject, BigInt(now));
  const waiting = tx
    .selectFrom('payments')
    .select('id')
    .where('chain_id', '=', chain_id)
    .where(sql<boolean>`status = 'needs-review'`)
    .limit(1);
  // As its index is written: anybody can have any number of other payments in review.
  const unverifiable = waiting.where(sql<boolean>`reason = 'amount-unverifiable'`);
  if ((await unverifiable.executeTakeFirst()) === undefined) await close(unverifiableSubject(chain_id));
  const here = waiting.where('transaction_hash', '=', transaction_hash);
  if ((await here.executeTakeFirst()) === undefined) await close(`${chain_id}/${transaction_hash}`);
  if (reason !== 'internal-transfer') return;
  // Coins passed on in a block have one alarm, however many of its transactions people posted or recorded.
  const inBlock = waiting.where('block_number', '=', block_number).where('reason', '=', reason);
  const subject = `${chain_id}/${block_number}`;
  if ((await inBlock.executeTakeFirst()) === undefined && !(await isPosted(tx, subject))) await close(subject);
}

/** Whether one of the posted hashes that an open alarm names still waits for a person. */
async function isPosted(tx: Tx, subject: string): Promise<boolean> {
  const alarm = await tx
    .selectFrom('alarms')
    .select('examples')
    .where((where) => where.and({ kind: KIND, subject, resolved_at: null }))
    .executeTakeFirst();
  const examples = JSON.parse(alarm?.examples ?? '[]') as readonly string[];
  const hashes = examples.map((example) => example.slice(example.indexOf('/') + 1));
  if (hashes.length === 0) return false;
  const posted = tx.selectFrom('submissions').select('id').where('transaction_hash', 'in', hashes);
  return (await posted.where('status', '=', 'needs-review').limit(1).executeTakeFirst()) !== undefined;
}
