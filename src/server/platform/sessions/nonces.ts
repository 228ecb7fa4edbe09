import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { SIGN_IN_MS } from '#src/config/limits.ts';
import { secretOf } from '../database/secrets.ts';
import type { Db, Tx } from '../database/tables.ts';

/** A nonce is 16 bytes: when it ends (ms), a few random ones, and a mark that only this server can make. */
const TIME_BYTES = 6;
const RANDOM_BYTES = 2;
const MARK_BYTES = 8;
const NONCE = /^[0-9a-f]{32}$/;
/** Stands in place of a session in the rows of used nonces, which no session may use again. */
const USED = 'used';

/** The session that a nonce is for. */
export interface NonceHolder {
  readonly tokenHash: string;
  /** False for a cookie that came with the nonce: we store its session once it proves a wallet. */
  readonly isStored: boolean;
}

/** Issues a nonce, valid for a while and once. Only used ones are stored: its mark depends on the session. */
export async function issueNonce(
  db: Db,
  holder: NonceHolder,
  now: number,
): Promise<{ readonly nonce: string; readonly expiresAt: number }> {
  const expiresAt = now + SIGN_IN_MS;
  const head = Buffer.concat([Buffer.alloc(TIME_BYTES), randomBytes(RANDOM_BYTES)]);
  head.writeUIntBE(expiresAt, 0, TIME_BYTES);
  return { nonce: Buffer.concat([head, await markOf(db, holder, head)]).toString('hex'), expiresAt };
}

/** When a nonce of this session ends (ms), used or not; null if it has, or is another's. */
export async function readNonce(db: Db, holder: NonceHolder, nonce: string, now: number): Promise<number | null> {
  if (!NONCE.test(nonce)) return null;
  const bytes = Buffer.from(nonce, 'hex');
  const head = bytes.subarray(0, TIME_BYTES + RANDOM_BYTES);
  if (!timingSafeEqual(bytes.subarray(head.length), await markOf(db, holder, head))) return null;
  const expiresAt = head.readUIntBE(0, TIME_BYTES);
  return expiresAt > now ? expiresAt : null;
}

/** Uses up a nonce that readNonce() has read; false if somebody used it before, or disconnected its session since. */
export async function useNonce(tx: Tx, { tokenHash }: NonceHolder, nonce: string): Promise<boolean> {
  const expiresAt = BigInt(Buffer.from(nonce, 'hex').readUIntBE(0, TIME_BYTES));
  const ended = await tx
    .selectFrom('nonces')
    .select('nonce')
    .where('nonce', '=', endOf(tokenHash))
    .where('expires_at', '>', expiresAt)
    .executeTakeFirst();
  if (ended !== undefined) return false;
  const used = await tx
    .insertInto('nonces')
    .values({ nonce, token_hash: USED, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('nonce')
    .executeTakeFirst();
  return used !== undefined;
}

/** Invalidates all nonces that a session got before now. */
export async function endNonces(db: Db | Tx, tokenHash: string, now: number): Promise<void> {
  const expires_at = BigInt(now + SIGN_IN_MS);
  await db
    .insertInto('nonces')
    .values({ nonce: endOf(tokenHash), token_hash: USED, expires_at })
    .onConflict((conflict) => conflict.column('nonce').doUpdateSet({ expires_at }))
    .execute();
}

function endOf(tokenHash: string): string {
  return `before the end of ${tokenHash}`;
}

async function markOf(db: Db, { tokenHash, isStored }: NonceHolder, head: Buffer): Promise<Buffer> {
  return createHmac('sha256', await secretOf(db, 'nonce-secret'))
    .update(`${isStored ? 'session' : 'cookie'} ${tokenHash} ${head.toString('hex')}`)
    .digest()
    .subarray(0, MARK_BYTES);
}
