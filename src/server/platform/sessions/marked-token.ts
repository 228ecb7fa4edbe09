import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { secretOf } from '../database/secrets.ts';
import type { Db } from '../database/tables.ts';

const MARK_BYTES = 16;

/** A new token of 256 random bits for a session that proves a wallet, with a mark that only this server can make. */
export async function markedToken(db: Db): Promise<string> {
  const random = randomBytes(32).toString('base64url');
  return `${random}.${(await markOf(db, random)).toString('base64url')}`;
}

/**
 * Whether this server issued a token at a proof. Needs no row of the database, so made-up cookies cost no query. The
 * proof itself may have ended.
 */
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
