import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { StaffRole } from '../database/staff-tables.ts';
import type { Db, Tx } from '../database/tables.ts';
import type { Actor } from './actor.ts';
import { appendAudit } from './audit.ts';
import { checkPassword, derivePassword, PASSWORD_LENGTH, seal, unseal } from './password.ts';
import { StaffRefusal } from './refusal.ts';
import { findTotpStep, newTotpSecret } from './totp.ts';

const INVITATION_MS = 72 * 3_600_000;
const MOST_FAILED = 5n;
const LOCKED_MS = 15 * 60_000;
export const STAFF_NAME = /^[a-z][a-z0-9.-]{1,39}$/;

/**
 * Invites somebody to make an account, or to make theirs anew, which ends its sessions when they join. Returns the
 * token of the link; an invitation of the same name before is replaced.
 */
export async function invite(tx: Tx, name: string, role: StaffRole, invitedBy: string, now: number): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const row = {
    token_hash: digest(token),
    role,
    totp_secret: newTotpSecret(),
    invited_by: invitedBy,
    created_at: BigInt(now),
    expires_at: BigInt(now + INVITATION_MS),
  };
  await tx
    .insertInto('staff_invitations')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
  return token;
}

export interface Invitation {
  readonly name: string;
  readonly role: StaffRole;
  readonly totpSecret: string;
}

/** The invitation of a link that has been neither used nor replaced and is not over; else null. */
export async function findInvitation(db: Db | Tx, token: string, now: number): Promise<Invitation | null> {
  const row = await db
    .selectFrom('staff_invitations')
    .selectAll()
    .where('token_hash', '=', digest(token))
    .where('expires_at', '>', BigInt(now))
    .executeTakeFirst();
  return row === undefined ? null : { name: row.name, role: row.role, totpSecret: row.totp_secret };
}

/** Uses an invitation: password and a code of the new secret make the account. Throws StaffRefusal saying what is wrong. */
export async function join(
  db: Db,
  { token, password, code }: { readonly token: string; readonly password: string; readonly code: string },
  now: number,
): Promise<bigint> {
  const invitation = await findInvitation(db, token, now);
  if (invitation === null) throw new StaffRefusal('This invitation is not valid any more. Ask for a new one.');
  const { name, role, totpSecret } = invitation;
  if (password.length < PASSWORD_LENGTH.least || password.length > PASSWORD_LENGTH.most)
    throw new StaffRefusal(`The password needs at least ${PASSWORD_LENGTH.least} characters.`);
  if (password.toLowerCase().includes(name)) throw new StaffRefusal('The password must not contain your name.');
  const step = findTotpStep(totpSecret, code, -1n, now);
  if (step === null) throw new StaffRefusal('The code is not right. Check the secret and the clock of your phone.');
  const { stored, key } = await derivePassword(password);
  return db.transaction().execute(async (tx) => {
    const used = await tx
      .deleteFrom('staff_invitations')
      .where('token_hash', '=', digest(token))
      .returning('name')
      .executeTakeFirst();
    if (used === undefined) throw new StaffRefusal('This invitation has just been used.');
    const credentials = {
      role,
      state: 'active' as const,
      password: stored,
      totp_sealed: seal(totpSecret, key),
      totp_step: step,
      failed: 0n,
      locked_until: 0n,
    };
    const { id } = await tx
      .insertInto('staff_accounts')
      .values({ name, created_at: BigInt(now), ...credentials })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(credentials))
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.deleteFrom('staff_sessions').where('account_id', '=', id).execute();
    await appendAudit(tx, { actor: name, action: 'join', subject: `staff:${name}`, detail: { role } }, now);
    return id;
  });
}

/** What an unknown name is compared with, so that it takes as long as a known one. */
const NOBODY = derivePassword(randomBytes(16).toString('hex'));

/**
 * Whose name, password and code these are; null where anything is wrong, without a word about what. Five failures lock
 * the account for a quarter of an hour, however many are tried at once; a code counts once.
 */
export async function signIn(
  db: Db,
  { name, password, code }: { readonly name: string; readonly password: string; readonly code: string },
  now: number,
): Promise<Extract<Actor, { kind: 'account' }> | null> {
  const account = await startAttempt(db, name, now);
  if (password.length > PASSWORD_LENGTH.most) return null;
  const key = await checkPassword(password, account?.password ?? (await NOBODY).stored);
  if (account === undefined || key === null) return null;
  const step = findTotpStep(unseal(account.totp_sealed, key), code, account.totp_step, now);
  if (step === null) return null;
  const entered = await db
    .updateTable('staff_accounts')
    .set({ failed: 0n, locked_until: 0n, totp_step: step })
    .where('id', '=', account.id)
    .where('state', '=', 'active')
    .where('totp_step', '<', step)
    .returning(['id', 'name', 'role'])
    .executeTakeFirst();
  return entered === undefined ? null : { kind: 'account', ...entered };
}

/** Counts an attempt before it is looked at, in one statement; null where the account is unknown, suspended or locked. */
async function startAttempt(db: Db, name: string, now: number) {
  const at = BigInt(now);
  return db
    .updateTable('staff_accounts')
    .set({
      // A lock that is over starts the count anew.
      failed: sql<bigint>`case when failed >= ${MOST_FAILED} then 1 else failed + 1 end`,
      locked_until: sql<bigint>`case when failed = ${MOST_FAILED - 1n} then ${at + BigInt(LOCKED_MS)} else locked_until end`,
    })
    .where('name', '=', name)
    .where('state', '=', 'active')
    .where('locked_until', '<=', at)
    .returningAll()
    .executeTakeFirst();
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
