import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { TransactionId } from '#src/server/platform/chains/payment-transaction.ts';
import type { PaymentRow, PostedHashRow } from '#src/server/platform/database/payment-row.ts';
import type { Db, Tables, Tx } from '#src/server/platform/database/tables.ts';

/** The most payments in one answer: more than any honest transaction makes, few enough to answer quickly. */
const MAX_READ = 200;

/**
 * The most payments read that name a Safe's hash: as many as two transactions keep (store-payments.ts), one that left
 * the chain and the one in its place. Any number of transactions can name a hash (S25).
 */
const NAMED_READ = 2 * MAX_READ;

/** The fields of a payment that is in no block any more. */
export const IN_NO_BLOCK = {
  status: 'processing',
  reason: null,
  confirmations: 0n,
  block_number: null,
  block_hash: null,
  block_time: null,
} as const;

/**
 * The decision by which two people recorded these coins, in the commit that stored them. They say whose coins arrived,
 * not that it is a Safe: a contract that people believe can name the hash of any (S23).
 */
const ITS_RECORD = sql`(select 1 from staff_proposals
  where subject = 'transaction:' || payments.chain_id || '-' || payments.transaction_hash
  and kind = 'record-payment' and state = 'approved' and decided_at = payments.first_seen_at)`;

type Where = ExpressionBuilder<Tables, 'payments'>;

/** An unlisted token costs nothing, so that under a Safe's hash it counts with a proof alone. */
const LISTED_OR_PROVEN = sql<boolean>`(token_symbol is not null or proven_in is not null)`;

export interface PaymentsByHash {
  /** At most 200: uncredited ones first, dust last, otherwise in the order of their transfers. */
  readonly rows: readonly PaymentRow[];
  /** Under a Safe's hash, 400 or fewer are counted. */
  readonly total: number;
  readonly final: boolean;
}

/**
 * The payments known under a hash (lower case): those of that transaction, and those that a Safe executed under it. A
 * Safe executes a hash once: if several of a payer's transactions name it (one left the chain), the one in a block
 * counts. Any contract can name any hash, so only the Safe counts whose own code has told it once, which nobody can
 * buy; without one, `payers` (null admits every payer); and neither if a payment has this hash itself.
 */
export async function findPaymentsByHash(
  db: Db,
  hash: string,
  payers: readonly string[] | null,
  only: { readonly payer?: string; readonly chainId?: number | null } = {},
): Promise<PaymentsByHash> {
  const admitted = db
    .selectFrom('payments')
    // Avoids the index on payers: a payer can have any number of payments, a hash has few.
    .$if(only.payer !== undefined, (query) => query.where(sql`payer || ''`, '=', only.payer ?? ''))
    .$if(only.chainId != null, (query) => query.where('chain_id', '=', BigInt(only.chainId ?? 0)));
  const own = admitted.where('transaction_hash', '=', hash);
  // As its index is written.
  const proven = admitted
    .where(sql`safe_tx_hash || ''`, '=', hash)
    .where('proven_in', 'is not', null)
    .where(({ not, exists }) => not(exists(ITS_RECORD)));
  // What has this hash itself is no Safe's transaction, whatever a contract says.
  const isOwn = await hasPayment(db, hash);
  const safe = isOwn ? undefined : (await proven.select('payer').limit(1).executeTakeFirst())?.payer;
  // All that the Safe paid: what a block that left the chain proved may have moved since without a proof (S23).
  const among = safe === undefined ? payers : [safe];
  const named = admitted
    .where('safe_tx_hash', '=', hash)
    .$if(among !== null, (query) => query.where('payer', 'in', [...(among ?? [])]))
    .limit(NAMED_READ);
  const matching = db
    .selectFrom((isOwn ? own : named).selectAll().as('payments'))
    .$if(!isOwn, (query) => query.where(LISTED_OR_PROVEN));
  const known = await matching
    .selectAll()
    .orderBy(sql`case when reason = 'below-one-token' then 2 when status = 'credited' then 1 else 0 end`)
    .orderBy('chain_id')
    .orderBy('transfer_index')
    .limit(MAX_READ)
    .execute();
  const standing = new Set(known.filter((row) => row.block_hash !== null).map(({ payer }) => payer));
  const rows = isOwn ? known : known.filter((row) => row.block_hash !== null || !standing.has(row.payer));
  if (known.length < MAX_READ) return { rows, total: rows.length, final: rows.every((row) => row.final === 1n) };
  const { total, final } = await matching
    .select(({ fn }) => [fn.countAll().as('total'), fn.min('final').as('final')])
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total), final: BigInt(final) === 1n };
}

/** Whether we have recorded any payment in this transaction. */
export async function hasPayment(db: Db | Tx, transactionHash: string): Promise<boolean> {
  const query = db.selectFrom('payments').select('id').where('transaction_hash', '=', transactionHash);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}

/**
 * The payment credited for the most under a Safe's hash, on one chain or any. Posting a hash costs nothing, and naming
 * it in a log little more.
 */
export function highestCredit(db: Db, safeTxHash: string, chainId: number | null): Promise<PaymentRow | undefined> {
  return db
    .selectFrom('payments')
    .selectAll()
    .where('safe_tx_hash', '=', safeTxHash)
    .where('usd_micro', 'is not', null)
    .$if(chainId !== null, (query) => query.where('chain_id', '=', BigInt(chainId ?? 0)))
    .orderBy('usd_micro', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** SQL condition: the payment belongs to this transaction. */
export function isOf({ chainId, hash }: TransactionId): (where: Where) => Expression<SqlBool> {
  return (where) => where.and({ chain_id: BigInt(chainId), transaction_hash: hash });
}

/** Whether we have recorded a payment of this wallet in this transaction, or as a Safe whose signers know this hash. */
export async function isFound(db: Db, hash: string, payer: string): Promise<boolean> {
  const its = db.selectFrom('payments').select('id').where('payer', '=', payer).limit(1);
  // One after the other: for both, the embedded database reads all of the payer's payments (S25).
  const found = await its.where('transaction_hash', '=', hash).executeTakeFirst();
  return found !== undefined || (await its.where('safe_tx_hash', '=', hash).executeTakeFirst()) !== undefined;
}

/** Whether a transaction has payments and all of them are final. */
export async function isAllFinal(db: Db, transactionHash: string): Promise<boolean> {
  const open = await db
    .selectFrom('payments')
    .select(['final'])
    .where('transaction_hash', '=', transactionHash)
    .orderBy('final')
    .limit(1)
    .executeTakeFirst();
  return open?.final === 1n;
}

type Numbered = Pick<PostedHashRow, 'transaction_hash' | 'chain_id' | 'sender' | 'nonce'>;

/** Hash of the mined payment (of `payer`, if given) that replaced this one, with its sender and nonce; or null. */
export async function otherPayment(db: Db, row: Numbered, payer?: string): Promise<string | null> {
  if (row.chain_id === null || row.sender === null || row.nonce === null) return null;
  // One transaction took the nonce, with any number of payments.
  const found = await db
    .selectFrom('payments')
    .select('transaction_hash')
    .where('chain_id', '=', row.chain_id)
    .where('sender', '=', row.sender)
    .where('nonce', '=', row.nonce)
    .where('transaction_hash', '<>', row.transaction_hash)
    .where('block_hash', 'is not', null)
    .$if(payer !== undefined, (query) => query.where('payer', '=', payer ?? ''))
    .limit(1)
    .executeTakeFirst();
  return found?.transaction_hash ?? null;
}

/**
 * The state of a transaction for a wallet (lower case), and the payment to follow if another one replaced it. If the
 * sender pays for several wallets and spent the nonce on a payment for another one, this wallet paid nothing. Both a
 * replacement and a cancellation can leave the chain again: then this transaction may come back, or yet another payment
 * may take the nonce. What we have given up is looked for no more, but a payment in our records can have taken its
 * nonce since.
 */
export async function standing<Status extends string>(
  db: Db,
  row: Numbered & { readonly status: Status },
  wallet: string,
): Promise<{ readonly status: Status | 'replaced' | 'cancelled' | 'processing'; readonly replacedBy: string | null }> {
  if (!['replaced', 'cancelled', 'expired'].includes(row.status)) return { status: row.status, replacedBy: null };
  const own = await otherPayment(db, row, wallet);
  if (own !== null) return { status: 'replaced', replacedBy: own };
  if (row.status !== 'replaced') return { status: row.status, replacedBy: null };
  return { status: (await otherPayment(db, row)) === null ? 'processing' : 'cancelled', replacedBy: null };
}
