import type { Tx } from '#src/server/platform/database/tables.ts';
import { recordCorrection } from '#src/server/platform/records/record-correction.ts';

/**
 * Records SYNX that a wallet holds in addition to its payments, and puts it in the public records; the recount of the
 * books (check-ledger.ts) counts these rows.
 */
export async function noteCorrection(
  tx: Tx,
  correction: {
    readonly transferId: bigint;
    readonly wallet: string;
    readonly amount: bigint;
    readonly proposalId: bigint;
    readonly now: number;
    /** The payment whose tokens went to another wallet. */
    readonly payment?: string;
  },
): Promise<void> {
  const row = await tx
    .insertInto('ledger_corrections')
    .values({
      transfer_id: correction.transferId,
      wallet: correction.wallet,
      amount: correction.amount,
      proposal_id: correction.proposalId,
      created_at: BigInt(correction.now),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await recordCorrection(tx, row, correction.payment ?? null);
}
