import type { Tx } from '../../database/tables.ts';

/** Notes what a wallet holds beside its payments; the recount of the books (check-ledger.ts) counts these rows. */
export async function noteCorrection(
  tx: Tx,
  correction: {
    readonly transferId: bigint;
    readonly wallet: string;
    readonly amount: bigint;
    readonly proposalId: bigint;
    readonly now: number;
  },
): Promise<void> {
  await tx
    .insertInto('ledger_corrections')
    .values({
      transfer_id: correction.transferId,
      wallet: correction.wallet,
      amount: correction.amount,
      proposal_id: correction.proposalId,
      created_at: BigInt(correction.now),
    })
    .execute();
}
