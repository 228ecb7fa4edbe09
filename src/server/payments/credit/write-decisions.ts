import { sql } from 'kysely';
import { rowsOf } from '../../database/rows-of.ts';
import type { Tx } from '../../database/tables.ts';
import type { Decision } from './decide-payment.ts';

/** The columns of a payment that its decision sets. */
const DECIDED = {
  id: 'bigint',
  status: 'text',
  reason: 'text',
  sequence: 'bigint',
  confirmations: 'bigint',
  coin_price_e8: 'bigint',
  feed_round: 'text',
  phase: 'bigint',
  price_micro_usd: 'bigint',
  tokens: 'bigint',
  usd_micro: 'bigint',
  allotment: 'text',
  below_minimum: 'bigint',
  credited_at: 'bigint',
} as const;

/** Writes the payments as they were decided, the refunds due, and the totals of the sale; not the ledger. */
export async function writeDecisions(tx: Tx, decisions: readonly Decision[], at: bigint): Promise<void> {
  const payments = decisions.map(({ after }) => after);
  const columns = Object.keys(DECIDED).filter((name) => name !== 'id');
  const changes = columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`given.${name}`)}`);
  await sql`update payments set ${sql.join(changes)}, updated_at = ${at}
    from ${rowsOf(tx, DECIDED, payments)} where payments.id = given.id`.execute(tx);
  await addRefunds(tx, decisions, at);
  const credited = decisions.flatMap(({ after, credit }) => (credit === null ? [] : [after]));
  if (credited.length === 0) return;
  const raised = credited.reduce((sum, { usd_micro: usd }) => sum + (usd ?? 0n), 0n);
  await tx
    .updateTable('sale_state')
    .set({
      raised_micro: sql<bigint>`raised_micro + ${raised}`,
      purchases: sql<bigint>`purchases + ${BigInt(credited.length)}`,
    })
    .where('id', '=', 1n)
    .execute();
}

async function addRefunds(tx: Tx, decisions: readonly Decision[], at: bigint): Promise<void> {
  const refunds = decisions.flatMap(({ after, refund }) =>
    refund === null ? [] : [{ payment_id: after.id, sequence: after.sequence, ...refund }],
  );
  if (refunds.length === 0) return;
  await tx
    .insertInto('refunds')
    .values(
      refunds.map(({ usdMicro, ...refund }) => ({
        ...refund,
        usd_micro: usdMicro.toString(),
        status: 'due' as const,
        refund_hash: null,
        created_at: at,
      })),
    )
    .execute();
}
