import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { RETENTION } from '#src/config/retention.ts';
import { deleteInChunks } from '../database/delete-in-chunks.ts';
import { secretOf } from '../database/secrets.ts';
import type { Db, Tx } from '../database/tables.ts';
import { moveHumanChecks } from './human-check.ts';
import { endNonces, type NonceHolder, useNonce } from './nonces.ts';
import { chainsOf, PROOF_ENDS, type Session } from './proofs.ts';
import type { Vouched } from './verify-signature.ts';

const MARK_BYTES = 16;

/** A new token of 256 random bits for a session that proves a wallet, with a mark that only this server can make. */
export async function markedToken(db: Db): Promise<string> {
  const random = randomBytes(32).toString('base64url');
  return `${random}.${(await markOf(db, random)).toString('base64url')}`;
}

/** Whether this server issued a token at a proof, which may have ended. Made-up cookies cost no query. */
export async function isMarked(db: Db, token: string): Promise<boolean> {
  const [random = '', mark] = token.split('.');
  if (mark === undefined) return false;
  const given = Buffer.from(mark, 'base64url');
  return given.length === MARK_BYTES && timingSafeEqual(given, await markOf(db, random));
}

async function markOf(db: Db, random: string): Promise<Buffer> {
  return createHmac('sha256', await secretOf(db, 'session-secret'))
    .update(random)
    .digest()
    .subarray(0, MARK_BYTES);
}

const SESSION_MS = RETENTION.sessionDays * 86_400_000;
/** A session without a proof or a wallet is cheap to create, so it is short-lived. */
const FRESH_SESSION_MS = 86_400_000;

/** Finds the unexpired session of a cookie value. */
export async function findSession(db: Db, token: string, now: number): Promise<Session | null> {
  const row = await db
    .selectFrom('sessions')
    .select(['token_hash', 'wallet', 'expires_at'])
    .where('token_hash', '=', hash('sha256', token))
    .executeTakeFirst();
  return row === undefined || row.expires_at <= BigInt(now) ? null : { tokenHash: row.token_hash, wallet: row.wallet };
}

/** Opens a session and returns the value for its cookie: 256 random bits. */
export async function openSession(db: Db, now: number): Promise<{ token: string; session: Session }> {
  const { token, holder } = newHolder();
  await db.insertInto('sessions').values(freshSession(holder.tokenHash, now)).execute();
  return { token, session: { tokenHash: holder.tokenHash, wallet: null } };
}

/** A new session of which nothing is stored until it proves a wallet, and the value for its cookie. */
export function newHolder(): { readonly token: string; readonly holder: NonceHolder } {
  const token = randomBytes(32).toString('base64url');
  return { token, holder: nonceHolder(token, null) };
}

/** Who holds the nonces of a cookie's value; `session` is its stored session. */
export function nonceHolder(token: string, session: Session | null): NonceHolder {
  return { tokenHash: hash('sha256', token), isStored: session !== null };
}

function freshSession(tokenHash: string, now: number) {
  const times = { created_at: BigInt(now), expires_at: BigInt(now + FRESH_SESSION_MS) };
  return { token_hash: tokenHash, wallet: null, method: null, ...times };
}

/** How often a page that names the session's connected wallet may extend the session. */
const RENEWED_MS = 86_400_000;

/** A wallet that a page names, and how it is connected. */
interface NamedWallet {
  readonly wallet: string;
  readonly method: string;
}

/** Whether naming this wallet would change nothing that matters: the session already has it and lasts for weeks. */
export async function isSettled(
  db: Db,
  session: Session,
  { wallet, method }: NamedWallet,
  now: number,
): Promise<boolean> {
  if (session.wallet !== wallet) return false;
  const row = await db
    .selectFrom('sessions')
    .select(['method', 'expires_at'])
    .where('token_hash', '=', session.tokenHash)
    .executeTakeFirst();
  return row?.method === method && row.expires_at > BigInt(now + SESSION_MS - RENEWED_MS);
}

/** Records the wallet that a session says it has connected; proofs of its others become dormant. */
export async function setSessionWallet(
  db: Db,
  session: Session,
  { wallet, method }: NamedWallet,
  now: number,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('sessions')
      .set({ wallet, method, expires_at: BigInt(now + SESSION_MS) })
      .where('token_hash', '=', session.tokenHash)
      .execute();
    await tx
      .updateTable('session_proofs')
      .set({ dormant_at: BigInt(now) })
      .where('token_hash', '=', session.tokenHash)
      .where('wallet', '<>', wallet)
      .where('dormant_at', 'is', null)
      .execute();
    await tx
      .updateTable('session_proofs')
      .set({ dormant_at: null })
      .where('token_hash', '=', session.tokenHash)
      .where('wallet', '=', wallet)
      .where('dormant_at', '>', BigInt(now - PROOF_ENDS.dormantMs))
      .execute();
  });
}

/** Adds the chains on which a contract vouches now to earlier ones; the proof expires with the oldest of them. */
function joined(
  chains: Vouched['chains'],
  before: { readonly proven_at: bigint; readonly contract_chains: string | null } | undefined,
  now: number,
): { readonly proven_at: bigint; readonly contract_chains: string | null } {
  if (chains === null) return { proven_at: BigInt(now), contract_chains: null };
  const known = before === undefined || before.proven_at <= BigInt(now - PROOF_ENDS.afterMs) ? null : chainsOf(before);
  const added = (known ?? []).filter((chainId) => !chains.includes(chainId));
  const provenAt = added.length === 0 ? BigInt(now) : (before?.proven_at ?? BigInt(now));
  return { proven_at: provenAt, contract_chains: [...chains, ...added].join(',') };
}

/** Takes all rights from a session: its proofs, its wallet, its nonces, and its view of the hashes it posted. */
export async function endSession(db: Db, session: Session, now: number): Promise<void> {
  const { tokenHash } = session;
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('session_proofs').where('token_hash', '=', tokenHash).execute();
    await endNonces(tx, tokenHash, now);
    await tx.updateTable('sessions').set({ wallet: null, method: null }).where('token_hash', '=', tokenHash).execute();
    await giveUpHashes(tx, tokenHash);
  });
  while (await giveUpHashes(db, tokenHash)) await setImmediate();
}

/** More posted hashes than a person waits for, of any number that a session posts for nothing (S25). */
const MOST_MOVED = 100;

/** Takes a session's view of as many posted hashes as a person has; returns whether there may be more. */
async function giveUpHashes(db: Db | Tx, tokenHash: string): Promise<boolean> {
  const own = db.selectFrom('submissions').select('id').where('posted_by', '=', tokenHash).limit(MOST_MOVED);
  const given = await db.updateTable('submissions').set({ posted_by: null }).where('id', 'in', own).executeTakeFirst();
  return given.numUpdatedRows >= BigInt(MOST_MOVED);
}

/**
 * Turns a nonce into a proven session, once, with a fresh token: one that somebody knew before is worthless. Null if
 * the nonce was used or the session is over.
 */
export async function proveSession(
  db: Db,
  holder: NonceHolder,
  { wallet, nonce, chains }: { readonly wallet: string; readonly nonce: string; readonly chains: Vouched['chains'] },
  now: number,
): Promise<string | null> {
  const token = await markedToken(db);
  return db.transaction().execute(async (tx) => {
    if (!(await useNonce(tx, holder, nonce))) return null;
    const session = { tokenHash: holder.tokenHash };
    // Locked, so that only one of several concurrent signatures moves the session.
    const stored = await tx
      .selectFrom('sessions')
      .selectAll()
      .where('token_hash', '=', session.tokenHash)
      .forUpdate()
      .executeTakeFirst();
    if (stored === undefined && holder.isStored) return null;
    const old = stored ?? freshSession(holder.tokenHash, now);
    const own = await tx
      .selectFrom('session_proofs')
      .select(['proven_at', 'contract_chains'])
      .where('token_hash', '=', session.tokenHash)
      .where('wallet', '=', wallet)
      .executeTakeFirst();
    const tokenHash = hash('sha256', token);
    await tx
      .insertInto('sessions')
      .values({ ...old, token_hash: tokenHash, wallet, expires_at: BigInt(now + SESSION_MS) })
      .execute();
    // Those that still count, at once: a session may prove twenty wallets a minute for a day, for nothing (S25).
    await tx
      .updateTable('session_proofs')
      .set((row) => ({ token_hash: tokenHash, dormant_at: row.fn.coalesce('dormant_at', row.val(BigInt(now))) }))
      .where('token_hash', '=', session.tokenHash)
      .where('wallet', '<>', wallet)
      .where((where) =>
        where.or([where('dormant_at', 'is', null), where('dormant_at', '>', BigInt(now - PROOF_ENDS.dormantMs))]),
      )
      .execute();
    await tx
      .insertInto('session_proofs')
      .values({ token_hash: tokenHash, wallet, used_at: BigInt(now), ...joined(chains, own, now) })
      .execute();
    await moveHumanChecks(tx, session.tokenHash, tokenHash);
    const newest = tx.selectFrom('submissions').select('id').where('posted_by', '=', session.tokenHash);
    await tx
      .updateTable('submissions')
      .set({ posted_by: tokenHash })
      .where('id', 'in', newest.orderBy('id', 'desc').limit(MOST_MOVED))
      .execute();
    await tx
      .insertInto('proven_wallets')
      .values({ wallet, first_at: BigInt(now) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await tx.deleteFrom('session_proofs').where('token_hash', '=', session.tokenHash).execute();
    await tx.deleteFrom('sessions').where('token_hash', '=', session.tokenHash).execute();
    return token;
  });
}

/** Deletes expired rows. */
export async function sweepSessions(db: Db, now: number): Promise<void> {
  const before = (age: number) => BigInt(now - age);
  await deleteInChunks(
    db,
    'session_proofs',
    ['token_hash', 'wallet'],
    sql`used_at <= ${before(PROOF_ENDS.idleMs)} or proven_at <= ${before(PROOF_ENDS.afterMs)}`,
  );
  const at = BigInt(now);
  await deleteInChunks(db, 'nonces', 'nonce', sql`expires_at <= ${at}`);
  // This deletes their proofs as well.
  await deleteInChunks(db, 'sessions', 'token_hash', sql`expires_at <= ${at}`);
}
