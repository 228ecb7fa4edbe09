import { REVIEWED_MISSIONS } from '#src/config/missions.ts';
import type { PaymentRow } from '#src/server/platform/database/payment-row.ts';
import type { Tx } from '#src/server/platform/database/tables.ts';

/** Puts a wallet on the leaderboard, even without a point: later ones count at once (decision 39). */
export async function establish(tx: Tx, wallet: string, at: bigint): Promise<void> {
  await establishAll(tx, [wallet], at);
}

async function establishAll(tx: Tx, wallets: readonly string[], at: bigint): Promise<void> {
  if (wallets.length === 0) return;
  await tx
    .insertInto('participants')
    .values(wallets.map((wallet) => ({ wallet, referral_code: null, established: 1n, created_at: at })))
    .onConflict((conflict) =>
      conflict.column('wallet').doUpdateSet({ established: 1n }).where('participants.established', '=', 0n),
    )
    .execute();
}

/** Takes a wallet off the leaderboard if nothing establishes it any more. Call it after undoing the reason. */
export async function reconsider(tx: Tx, wallet: string): Promise<void> {
  // Locks its row before reading the reasons: of two that end at once, the second sees that the first is gone.
  await tx
    .updateTable('participants')
    .set((row) => ({ established: row.ref('established') }))
    .where('wallet', '=', wallet)
    .execute();
  await tx
    .updateTable('participants')
    .set({ established: 0n })
    .where('wallet', '=', wallet)
    .where('established', '=', 1n)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mission_submissions')
            .select('id')
            .where('wallet', '=', wallet)
            .where('mission', 'in', [...REVIEWED_MISSIONS])
            .where('status', '=', 'confirmed'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payments')
            .select('id')
            .where('payer', '=', wallet)
            .where('status', '=', 'credited')
            .where('below_minimum', '=', 0n),
        ),
      ),
    )
    .execute();
}

/** Establishes the payers of credited purchases that reach the minimum; rows as they are after the credit. */
export async function establishBuyers(tx: Tx, rows: readonly PaymentRow[], at: bigint): Promise<void> {
  const payers = rows.filter((row) => row.below_minimum === 0n).map(({ payer }) => payer);
  await establishAll(tx, [...new Set(payers)].sort(), at);
}

/** Reconsiders the payer of a reversed credit. */
export async function reconsiderBuyer(tx: Tx, { payer }: PaymentRow): Promise<void> {
  await reconsider(tx, payer);
}
