import { type Insertable, sql, type Updateable } from 'kysely';
import type { PendingTransaction } from '#src/chain/transaction-reading.ts';
import type { ChainId } from '#src/config/chains.ts';
import { NO_TERMS_VERSION, TERMS_VERSIONS } from '#src/config/terms.ts';
import { PAYMENT_STATUSES, type PurchaseRequest } from '#src/contract/presale.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import type { PostedHashRow } from '#src/server/platform/database/payment-row.ts';
import { sharedStatement } from '#src/server/platform/database/shared-writes.ts';
import type { Db, PostedHashTable, Tx } from '#src/server/platform/database/tables.ts';

/** The hash as posted for a wallet (both in lower case); undefined if nobody has posted it for that wallet. */
export function findPostedHash(db: Db, transactionHash: string, wallet: string): Promise<PostedHashRow | undefined> {
  return db
    .selectFrom('submissions')
    .selectAll()
    .where('transaction_hash', '=', transactionHash)
    .where('wallet', '=', wallet)
    .executeTakeFirst();
}

/** Of hashes that we look for. */
export const OPEN_STATUSES = ['processing', 'waiting-signers'] as const;
/** Of hashes that a transaction in a block can still decide. */
export const UNDECIDED = [...OPEN_STATUSES, 'replaced', 'cancelled', 'expired'] as const;
/** Of hashes that a payment can still explain. Always a list, which an index of hashes knows (S25). */
const WITHOUT_PAYMENT = PAYMENT_STATUSES.filter((status) => status !== 'debug' && status !== 'confirming');

/** `next_check_at` of a hash whose dates mean nothing, because no chain had confirmed the time (S27). */
const UNDATED = -1n;

/** For how long a hash has been looked for, in milliseconds. */
export function waitedMs(row: Pick<PostedHashRow, 'created_at' | 'next_check_at'>, now: number): number {
  return row.next_check_at === UNDATED ? 0 : Math.max(0, now - Number(row.created_at));
}

/** How often the sight of what waits in a mempool is noted, in milliseconds: not at each look. */
export const SIGHT_NOTED_MS = 120_000;

/**
 * For how long a hash has been looked for and not seen, in milliseconds: what a mempool has shown counts from then on,
 * since it can wait there for days, and sources forget it for a moment (all of their pools are full, or one restarts).
 */
export function unseenMs(
  row: Pick<PostedHashRow, 'created_at' | 'next_check_at' | 'sender' | 'updated_at'>,
  now: number,
): number {
  const seenMs = row.sender === null ? Number.POSITIVE_INFINITY : now - Number(row.updated_at) - SIGHT_NOTED_MS;
  return Math.min(waitedMs(row, now), Math.max(0, seenMs));
}

/**
 * Dates hashes that nobody could date when they were posted, `count` at most and each once: they wait from now on. In
 * whatever state they are, since what visitors are shown is dated by it, too.
 */
export async function dateHashes(db: Db, now: number, count: number): Promise<void> {
  const undated = db
    .selectFrom('submissions')
    .select('id')
    .where('status', 'in', PAYMENT_STATUSES)
    .where('next_check_at', '=', UNDATED)
    .limit(count);
  const dates = { created_at: BigInt(now), next_check_at: BigInt(now) };
  await db.updateTable('submissions').set(dates).where('id', 'in', undated).execute();
}

/**
 * Stores a posted hash before anything else happens, once per hash and wallet (both lower case). Posting it again
 * changes only the version of the terms: if none was stated before, or if this session has proven the wallet
 * (`isOwner`) and none before it had. Without a proof, the version is only some session's word (S9). An unknown version
 * is no reason to refuse a payment. `lane` is the poster's (caller-lane.ts), `postedBy` the poster's session. `debug`
 * only while the server itself runs in debug mode (decision 15); `undated` while no chain has confirmed the time `now`.
 */
export async function recordPostedHash(
  db: Db,
  request: PurchaseRequest,
  options: {
    readonly debug: boolean;
    readonly now: number;
    readonly lane: number;
    readonly postedBy: string | null;
    readonly isOwner?: boolean;
    readonly undated?: boolean;
  },
): Promise<void> {
  const at = BigInt(options.now);
  const { walletAddress, transactionHash, chainId, termsVersion, ...declared } = request;
  const terms = TERMS_VERSIONS.find((version) => version === termsVersion) ?? NO_TERMS_VERSION;
  const row: Insertable<PostedHashTable> = {
    transaction_hash: transactionHash.toLowerCase(),
    wallet: walletAddress.toLowerCase(),
    lane: BigInt(options.lane),
    posted_by: options.postedBy,
    chain_hint: chainId == null ? null : BigInt(chainId),
    chain_id: null,
    status: options.debug ? 'debug' : 'processing',
    reason: null,
    claims: JSON.stringify(declared, shortened),
    terms_version: terms,
    terms_proven_at: options.isOwner === true && terms !== NO_TERMS_VERSION ? at : null,
    sender: null,
    nonce: null,
    created_at: at,
    updated_at: at,
    next_check_at: options.undated === true ? UNDATED : at,
  };
  await sharedStatement(db, 'hashes', (open) => insert(open, row));
}

/** As our page writes amounts and names, and no longer than those: a stranger's texts must not fill the disk (S28). */
function shortened(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? value.replaceAll(/[^\w .-]/g, '').slice(0, 32) : value;
}

async function insert(db: Db | Tx, row: Insertable<PostedHashTable>): Promise<void> {
  await db
    .insertInto('submissions')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['transaction_hash', 'wallet'])
        .doUpdateSet(({ ref }) => ({
          terms_version: ref('excluded.terms_version'),
          terms_proven_at: ref('excluded.terms_proven_at'),
        }))
        .where(
          sql<boolean>`(coalesce(submissions.terms_version, ${NO_TERMS_VERSION}) = ${NO_TERMS_VERSION}
            or submissions.terms_proven_at is null and excluded.terms_proven_at is not null)`,
        ),
    )
    .execute();
}

/** Whether we do not know yet which version of the terms the wallet accepted. */
export function lacksTerms(row: Pick<PostedHashRow, 'terms_version'>): boolean {
  return row.terms_version === null || row.terms_version === NO_TERMS_VERSION;
}

/** Marks a posted hash as found, once, with its chain and sender: from now on its payments tell its state. */
export async function noteFound(
  db: Db | Tx,
  posted: { readonly id: bigint } | { readonly transaction_hash: string },
  found: Required<Pick<Updateable<PostedHashTable>, 'chain_id' | 'updated_at'>> &
    Pick<Updateable<PostedHashTable>, 'sender' | 'nonce'>,
): Promise<void> {
  await db
    .updateTable('submissions')
    .set({ status: 'confirming', reason: null, ...found })
    .where((where) => where.and(posted))
    .where('status', 'in', WITHOUT_PAYMENT)
    .execute();
}

/** A posted hash's transaction in the mempool of a chain. */
export interface PendingHash {
  readonly chainId: ChainId;
  readonly state: PendingTransaction;
}

/**
 * Keeps sender and nonce of a posted hash while it waits in the mempool, so that we find a replacement, and when it was
 * seen. Postings for other wallets, of which anybody can make any number, are noted when they are looked for
 * themselves.
 */
export async function notePending(
  db: Db,
  posted: PostedHashRow,
  { chainId, state }: PendingHash,
  at: number,
): Promise<void> {
  const { from: sender, nonce } = state;
  const waiting = { sender, nonce, chain_id: BigInt(chainId), status: 'processing', reason: null } as const;
  const isNoted = Object.entries(waiting).every(([name, value]) => posted[name as keyof typeof waiting] === value);
  if (isNoted && at - Number(posted.updated_at) < SIGHT_NOTED_MS) return;
  await db
    .updateTable('submissions')
    .set({ ...waiting, updated_at: BigInt(at) })
    .where('id', '=', posted.id)
    .where('status', 'in', UNDECIDED)
    .execute();
}

/**
 * Notes that a hash's session has proven the wallet, unless it is found, was posted with a proof, or no chain has
 * confirmed the time by which that is dated.
 */
export async function noteProof(
  { db, now, clock }: AppContext,
  posted: PostedHashRow,
  isProven: () => Promise<boolean>,
): Promise<PostedHashRow> {
  if (posted.proven_at !== null || posted.status === 'confirming' || !clock.isConfirmed()) return posted;
  if (!(await isProven())) return posted;
  const provenAt = BigInt(now());
  await db
    .updateTable('submissions')
    .set({ proven_at: provenAt })
    .where('id', '=', posted.id)
    .where('proven_at', 'is', null)
    .execute();
  return { ...posted, proven_at: provenAt };
}
