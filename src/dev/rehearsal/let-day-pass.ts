import { EXPIRES_AFTER_MS } from '#src/config/limits.ts';
import { SIGHT_NOTED_MS } from '#src/server/money/payments/submit/posted-hash.ts';
import type { Db } from '#src/server/platform/database/tables.ts';

/** Makes every payment that waits for a block as old as one that is given up; the server notices at its next look. */
export async function letDayPass(db: Db): Promise<void> {
  const age = BigInt(EXPIRES_AFTER_MS + SIGHT_NOTED_MS);
  await db
    .updateTable('submissions')
    .set((row) => ({
      created_at: row('created_at', '-', age),
      updated_at: row('updated_at', '-', age),
      next_check_at: 0n,
    }))
    .where('status', 'in', ['processing', 'waiting-signers'])
    .execute();
  await db
    .updateTable('payments')
    .set((row) => ({ updated_at: row('updated_at', '-', age) }))
    .where('status', '=', 'processing')
    .execute();
}
