import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Db } from '#src/server/platform/database/tables.ts';
import type { Actor } from './actor.ts';
import { appendAudit } from './audit.ts';
import { decrypt, encrypt } from './password.ts';

/** After this long without a request, and at the latest after this long in all, staff sign in again. */
export const SESSION_IDLE_MS = 30 * 60_000;
export const SESSION_MAX_MS = 10 * 3_600_000;
/** A session that was just seen is not written again. */
const SEEN_EVERY_MS = 30_000;

export interface StaffSession {
  /** SHA-256 of the cookie's value; the value itself is never stored. */
  readonly tokenHash: string;
  /** A value that every form of this session must carry. */
  readonly csrf: string;
  readonly actor: Extract<Actor, { kind: 'account' }>;
  readonly notice: string | null;
  /** The key that encrypts notices, so that the database contains no link or PIN that a person was shown. */
  readonly noticeKey: Buffer;
}

/** Opens a session; returns the value for its cookie: 256 random bits. */
export async function openStaffSession(db: Db, accountId: bigint, now: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('staff_sessions')
    .values({
      token_hash: hash('sha256', token),
      account_id: accountId,
      notice: null,
      created_at: BigInt(now),
      seen_at: BigInt(now),
    })
    .execute();
  return token;
}

/** The session of a cookie's value and its account; null if it has expired, or its account is suspended. */
export async function findStaffSession(db: Db, token: string, now: number): Promise<StaffSession | null> {
  const row = await db
    .selectFrom('staff_sessions as session')
    .innerJoin('staff_accounts as account', 'account.id', 'session.account_id')
    .select(['session.token_hash', 'session.notice', 'session.seen_at', 'account.id', 'account.name', 'account.role'])
    .where('session.token_hash', '=', hash('sha256', token))
    .where('session.seen_at', '>', BigInt(now - SESSION_IDLE_MS))
    .where('session.created_at', '>', BigInt(now - SESSION_MAX_MS))
    .where('account.state', '=', 'active')
    .executeTakeFirst();
  if (row === undefined) return null;
  if (row.notice !== null || row.seen_at <= BigInt(now - SEEN_EVERY_MS)) {
    await db
      .updateTable('staff_sessions')
      .set({ seen_at: BigInt(now), notice: null })
      .where('token_hash', '=', row.token_hash)
      .execute();
  }
  const noticeKey = hash('sha256', `notice\0${token}`, 'buffer');
  return {
    tokenHash: row.token_hash,
    csrf: hash('sha256', `csrf\0${token}`),
    notice: row.notice === null ? null : readNotice(row.notice, noticeKey),
    noticeKey,
    actor: { kind: 'account', id: row.id, name: row.name, role: row.role },
  };
}

/** Has the next page show an action's answer. */
export async function leaveNotice(db: Db, session: StaffSession, notice: string): Promise<void> {
  const encrypted = encrypt(notice, session.noticeKey);
  await db
    .updateTable('staff_sessions')
    .set({ notice: encrypted })
    .where('token_hash', '=', session.tokenHash)
    .execute();
}

/** Null for one left by a server of an earlier version running next to this one. */
function readNotice(encrypted: string, key: Buffer): string | null {
  try {
    return decrypt(encrypted, key);
  } catch {
    return null;
  }
}

/** Ends a session at its owner's request. */
export async function closeStaffSession(db: Db, session: StaffSession, now: number): Promise<void> {
  const { name } = session.actor;
  await db.transaction().execute(async (tx) => {
    const closed = await tx
      .deleteFrom('staff_sessions')
      .where('token_hash', '=', session.tokenHash)
      .returning('token_hash')
      .executeTakeFirst();
    if (closed === undefined) return;
    await appendAudit(tx, { actor: name, action: 'sign-out', subject: `staff:${name}`, detail: {} }, now);
  });
}

/** Deletes expired rows. */
export async function sweepStaff(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('staff_sessions')
    .where((where) =>
      where.or([
        where('seen_at', '<=', BigInt(now - SESSION_IDLE_MS)),
        where('created_at', '<=', BigInt(now - SESSION_MAX_MS)),
      ]),
    )
    .execute();
  await db.deleteFrom('staff_invitations').where('expires_at', '<=', BigInt(now)).execute();
}

/** Whether a form carries the value of its session. */
export function matchesCsrf(session: StaffSession, given: string): boolean {
  const expected = Buffer.from(session.csrf);
  const actual = Buffer.from(given);
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}
