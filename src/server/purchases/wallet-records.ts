import type { PaymentRecord } from '#src/contract/payments.ts';
import type { Db } from '../database/tables.ts';
import { paymentRecords, submissionRecord } from './payment-records.ts';

/** Posted hashes without a payment that are listed at most: anybody may post one in a wallet's name. */
const OPEN_SHOWN = 20;

/**
 * A wallet's payments and the hashes posted for it that are in no block, newest first, and how many payments there are.
 */
export async function walletRecords(
  db: Db,
  wallet: string,
  limit: number,
): Promise<{ readonly records: readonly PaymentRecord[]; readonly payments: number }> {
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where('payer', '=', wallet)
    .orderBy('first_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  const { count } = await db
    .selectFrom('payments')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .where('payer', '=', wallet)
    .executeTakeFirstOrThrow();
  const records = [...(await paymentRecords(db, rows)), ...(await unpaidSubmissions(db, wallet))];
  records.sort((a, b) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0));
  return { records: records.slice(0, limit), payments: Number(count) };
}

/**
 * What was posted for a wallet and is no payment (yet): still looked for, or seen on chain as that wallet's own. What
 * others posted in its name, and what was never seen within a day, is not listed.
 */
async function unpaidSubmissions(db: Db, wallet: string): Promise<readonly PaymentRecord[]> {
  const rows = await db
    .selectFrom('submissions')
    .selectAll()
    .where('wallet', '=', wallet)
    .where('status', '<>', 'confirming')
    .where((where) =>
      where.or([
        where('sender', '=', wallet),
        where('status', '=', 'needs-review'),
        where.and([where('sender', 'is', null), where('status', 'in', ['processing', 'waiting-signers', 'debug'])]),
      ]),
    )
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('payments')
            .select('id')
            .where((either) =>
              either.or([
                either('payments.transaction_hash', '=', either.ref('submissions.transaction_hash')),
                either.and([
                  either('payments.safe_tx_hash', '=', either.ref('submissions.transaction_hash')),
                  either('payments.payer', '=', wallet),
                ]),
              ]),
            ),
        ),
      ),
    )
    .orderBy('created_at', 'desc')
    .limit(OPEN_SHOWN)
    .execute();
  return Promise.all(rows.map((row) => submissionRecord(db, row)));
}
