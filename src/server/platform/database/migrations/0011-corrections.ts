import { recordCorrection } from '../../records/record-correction.ts';
import { recordRefund } from '../../records/record-refund.ts';
import type { Tx } from '../tables.ts';

/** Changes no table: corrections and paid refunds become public records. */
export function correctionsSchema(): readonly string[] {
  return [];
}

/** Appends the earlier corrections and paid refunds to the chain of purchases. */
export async function chainCorrections(tx: Tx): Promise<void> {
  const corrections = await tx.selectFrom('ledger_corrections').selectAll().orderBy('id').execute();
  for (const row of corrections) {
    const proposal = await tx
      .selectFrom('staff_proposals')
      .select(['kind', 'subject'])
      .where('id', '=', row.proposal_id)
      .executeTakeFirstOrThrow();
    const payment = proposal.kind === 'reassign-payment' ? proposal.subject.replace(/^payment:/, '') : null;
    await recordCorrection(tx, row, payment);
  }
  const refunds = await tx.selectFrom('refunds').selectAll().where('status', '=', 'paid').orderBy('id').execute();
  for (const row of refunds) await recordRefund(tx, row, row.created_at);
}
