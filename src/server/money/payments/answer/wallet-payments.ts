import { setImmediate } from 'node:timers/promises';
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { PaymentView } from '#src/contract/payments.ts';
import type { PaymentRow } from '#src/server/platform/database/payment-row.ts';
import type { Db, Tables } from '#src/server/platform/database/tables.ts';
import { paymentViews, postedHashView } from './payment-views.ts';

/** The most posted hashes without a payment that we list: anybody can post one in a wallet's name. */
const OPEN_SHOWN = 20;

/** Payments read before the event loop serves others. */
const SLICE = 100;

export interface Viewer {
  /** Whether the session has proven the wallet by signature. */
  readonly isOwner: boolean;
  /** The session; null for none. */
  readonly tokenHash: string | null;
}

/**
 * A wallet's payments and posted hashes in no block, newest first, with their total. What strangers can create at no
 * cost is shown to the wallet itself and the poster of the hash alone (S9).
 */
export async function walletPayments(
  db: Db,
  wallet: string,
  limit: number,
  viewer: Viewer,
): Promise<{ readonly payments: readonly PaymentView[]; readonly total: number }> {
  const own = await latestPayments(db, wallet, limit, isOwn);
  const foreign = viewer.isOwner ? await latestPayments(db, wallet, limit - own.length, isForeign) : [];
  // Hashes are read after payments: one that becomes a payment in between appears in neither list, but never in both.
  const [count, unpaid] = await Promise.all([
    own.length + foreign.length < limit ? own.length + foreign.length : paymentCount(db, wallet, viewer),
    unpaidPostedHashes(db, wallet, viewer),
  ]);
  const latest = newestFirst([...own, ...unpaid]).slice(0, limit);
  // What others have made in its name never takes the place of its own.
  const payments = newestFirst([...latest, ...foreign.slice(0, limit - latest.length)]);
  return { payments, total: count };
}

function newestFirst(payments: readonly PaymentView[]): PaymentView[] {
  return payments.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0));
}

/** The latest payments, one slice at a time. */
async function latestPayments(db: Db, wallet: string, limit: number, filter: Filter): Promise<PaymentView[]> {
  const payments: PaymentView[] = [];
  let last: PaymentRow | undefined;
  while (payments.length < limit) {
    let query = db.selectFrom('payments').selectAll().where('payer', '=', wallet).where(filter);
    if (last !== undefined)
      query = query
        .where('first_seen_at', '<=', last.first_seen_at)
        .where(sql<boolean>`(first_seen_at, id) < (${last.first_seen_at}, ${last.id})`);
    const rows = await query
      .orderBy('first_seen_at', 'desc')
      .orderBy('id', 'desc')
      .limit(Math.min(SLICE, limit - payments.length))
      .execute();
    payments.push(...(await paymentViews(db, rows)));
    last = rows.at(-1);
    if (rows.length < SLICE) break;
    await setImmediate();
  }
  return payments;
}

async function paymentCount(db: Db, wallet: string, viewer: Viewer): Promise<number> {
  const { count } = await db
    .selectFrom('payments')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .where('payer', '=', wallet)
    .$if(!viewer.isOwner, (all) => all.where(isOwn))
    .executeTakeFirstOrThrow();
  return Number(count);
}

type Filter = (where: ExpressionBuilder<Tables, 'payments'>) => Expression<SqlBool>;

/** Whether the payer sent the transaction or owned what moved: a contract can log its own token in anybody's name. */
const isOwn: Filter = (where) =>
  where.or([
    where('sender', '=', where.ref('payer')),
    where.and([where('token_symbol', 'is not', null), where('amount', '<>', '0')]),
  ]);

const isForeign: Filter = (where) => where.not(isOwn(where));

/** Literally as in the indexes that hold nothing else: strangers can let any number expire in a wallet's name (S25). */
const OWN = sql<boolean>`sender = wallet and status <> 'confirming'`;
const SHOWN = sql<boolean>`status <> 'confirming'
  and (sender = wallet or status in ('processing', 'waiting-signers', 'debug', 'needs-review'))`;

/**
 * Hashes posted for a wallet that are no payments yet: those a chain has shown as that wallet's own and, for the wallet
 * and the poster alone, those we still look for, for a day. What this session has posted comes first: strangers can
 * post any number for the wallet.
 */
async function unpaidPostedHashes(db: Db, wallet: string, viewer: Viewer): Promise<readonly PaymentView[]> {
  const { isOwner, tokenHash } = viewer;
  const latest = db
    .selectFrom('submissions')
    .selectAll()
    .where('wallet', '=', wallet)
    .where((where) =>
      where.or([
        where('sender', '=', where.ref('wallet')),
        where('status', '=', 'needs-review'),
        where('sender', 'is', null),
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
    .limit(OPEN_SHOWN);
  const [own, all] = await Promise.all([
    tokenHash === null ? [] : latest.where(SHOWN).where('posted_by', '=', tokenHash).execute(),
    latest.where(isOwner ? SHOWN : OWN).execute(),
  ]);
  const others = all.filter(({ id }) => !own.some((row) => row.id === id));
  return Promise.all([...own, ...others].slice(0, OPEN_SHOWN).map((row) => postedHashView(db, row)));
}
