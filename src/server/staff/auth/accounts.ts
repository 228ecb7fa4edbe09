import { hash, randomBytes } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { StaffRole, StaffTables } from '#src/server/platform/database/staff-tables.ts';
import type { Db, Tx } from '#src/server/platform/database/tables.ts';
import { type Actor, HOST } from './actor.ts';
import { appendAudit } from './audit.ts';
import { isKnownDevice } from './device.ts';
import {
  checkPassword,
  decrypt,
  derivePassword,
  encrypt,
  nobodysPassword,
  PASSWORD_LENGTH,
  type PasswordCost,
} from './password.ts';
import { inPasswordTurn } from './password-turns.ts';
import { hashPin, newPin } from './pin.ts';
import { StaffRefusal } from './refusal.ts';
import { findTotpStep, newTotpSecret } from './totp.ts';

const INVITATION_MS = 72 * 3_600_000;
/** After this many failures the delays begin, by the number of earlier failures. */
const UNDELAYED = 4;
const DELAYS_MS = { 4: 1_000, 5: 2_000, 6: 4_000, 7: 8_000, 8: 16_000 } as const;
const LONGEST_DELAY_MS = 30_000;
/** The actor of a failed sign-in: the person is unknown. */
const STRANGER = '(stranger)';
/** The actor who gives a PIN in the audit log; names of accounts have no brackets. */
const LINK_HOLDER = '(link)';
/** This many wrong PINs make an invitation void. */
const MAX_WRONG_PINS = 5n;
export const STAFF_NAME = /^[a-z][a-z0-9.-]{1,39}$/;

/** Invites a person by a link alone, to join or to join again; replaces an earlier invitation. Returns its token. */
export async function invite(
  tx: Tx,
  { invitedBy, ...invited }: { readonly name: string; readonly role: StaffRole; readonly invitedBy: string },
  now: number,
): Promise<string> {
  const { token, tokenHash } = newLink();
  await putInvitation(tx, { ...invited, token_hash: tokenHash, invited_by: invitedBy, pin_hash: null }, now);
  return token;
}

/** Invites a manager by two halves, so that nobody shown one can join: the link's hash, and the returned PIN. */
export async function inviteManagerByHalves(
  tx: Tx,
  { name, tokenHash, approvedBy }: { readonly name: string; readonly tokenHash: string; readonly approvedBy: string },
  now: number,
): Promise<string> {
  const pin = newPin();
  const halves = { token_hash: tokenHash, pin_hash: hashPin(tokenHash, pin) };
  await putInvitation(tx, { name, role: 'manager', invited_by: approvedBy, ...halves }, now);
  return pin;
}

/** A token for a link (256 random bits), and the hash that is stored. */
export function newLink(): { readonly token: string; readonly tokenHash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: hash('sha256', token) };
}

type InvitationRow = Selectable<StaffTables['staff_invitations']>;

async function putInvitation(
  tx: Tx,
  given: Pick<InvitationRow, 'name' | 'role' | 'token_hash' | 'invited_by' | 'pin_hash'>,
  now: number,
): Promise<void> {
  const row = {
    ...given,
    totp_secret: newTotpSecret(),
    pin_failed: 0n,
    created_at: BigInt(now),
    expires_at: BigInt(now + INVITATION_MS),
  };
  await tx
    .insertInto('staff_invitations')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
}

export interface Invitation {
  readonly name: string;
  readonly role: StaffRole;
  /** Null while the PIN is needed: the link without the PIN does not reveal it. */
  readonly totpSecret: string | null;
}

/** The invitation of a link that has been neither used nor replaced and has not expired; otherwise null. */
export async function findInvitation(db: Db | Tx, token: string, now: number): Promise<Invitation | null> {
  const row = await findRow(db, token, now);
  if (row === null) return null;
  return { name: row.name, role: row.role, totpSecret: row.pin_hash === null ? row.totp_secret : null };
}

async function findRow(db: Db | Tx, token: string, now: number): Promise<InvitationRow | null> {
  const row = await db
    .selectFrom('staff_invitations')
    .selectAll()
    .where('token_hash', '=', hash('sha256', token))
    .where('expires_at', '>', BigInt(now))
    .where('pin_failed', '<', MAX_WRONG_PINS)
    .executeTakeFirst();
  if (row === undefined) return null;
  // A manager joins by a link alone only if the host gave it; another's link was once shown whole to one person.
  const whole = row.pin_hash === null && row.role === 'manager' && row.invited_by !== HOST.name;
  return whole ? null : row;
}

export type OpenInvitation = Invitation & {
  readonly totpSecret: string;
  readonly invitedBy: string;
};

/** A link's invitation, with its PIN if it needs one: the fifth wrong PIN makes it void. Throws StaffRefusal. */
export async function openInvitation(
  db: Db,
  { token, pin }: { readonly token: string; readonly pin: string },
  now: number,
): Promise<OpenInvitation> {
  const row = await findRow(db, token, now);
  if (row === null) throw new StaffRefusal('This invitation is no longer valid. Ask for a new one.');
  const { name, role } = row;
  if (row.pin_hash !== null) {
    if (pin.trim() === '') throw new StaffRefusal('The PIN is missing.');
    const left = await tryPin(db, row, hashPin(row.token_hash, pin), now);
    if (left === 0n)
      throw new StaffRefusal('Too many wrong PINs: this invitation is void. Two managers have to make a new one.');
    if (left !== null)
      throw new StaffRefusal(
        `The PIN is not right. ${left} more wrong ${left === 1n ? 'one makes' : 'ones make'} the invitation void.`,
      );
  }
  return { name, role, totpSecret: row.totp_secret, invitedBy: row.invited_by };
}

/** Null if the PIN is right; otherwise how many wrong ones are left. */
async function tryPin(
  db: Db,
  { name, token_hash }: InvitationRow,
  pinHash: string,
  now: number,
): Promise<bigint | null> {
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('staff_invitations')
      .set({
        pin_failed: sql<bigint>`case when pin_hash = ${pinHash} then pin_failed else pin_failed + 1 end`,
      })
      .where('token_hash', '=', token_hash)
      .where('pin_failed', '<', MAX_WRONG_PINS)
      .returning(['pin_hash', 'pin_failed'])
      .executeTakeFirst();
    if (row === undefined) return 0n;
    if (row.pin_hash === pinHash) return null;
    const left = MAX_WRONG_PINS - row.pin_failed;
    const detail = { left: String(left) };
    await appendAudit(tx, { actor: LINK_HOLDER, action: 'wrong-pin', subject: `staff:${name}`, detail }, now);
    return left;
  });
}

export interface JoinInput {
  readonly token: string;
  /** Empty if the invitation needs none. */
  readonly pin: string;
  readonly password: string;
  readonly code: string;
}

/** Uses an invitation: a password and a code of the new secret create the account. Throws StaffRefusal. */
export async function join(
  db: Db,
  { token, pin, password, code }: JoinInput,
  now: number,
  cost?: PasswordCost,
): Promise<bigint> {
  const { name, role, totpSecret, invitedBy } = await openInvitation(db, { token, pin }, now);
  if (password.length < PASSWORD_LENGTH.min || password.length > PASSWORD_LENGTH.max)
    throw new StaffRefusal(`The password needs at least ${PASSWORD_LENGTH.min} characters.`);
  if (password.toLowerCase().includes(name)) throw new StaffRefusal('The password must not contain your name.');
  const step = findTotpStep(totpSecret, code, -1n, now);
  if (step === null) throw new StaffRefusal('The code is not right. Check the secret and the clock of your phone.');
  const { stored, key } = await derivePassword(password, cost);
  return db.transaction().execute(async (tx) => {
    const used = await tx
      .deleteFrom('staff_invitations')
      .where('token_hash', '=', hash('sha256', token))
      .where('pin_failed', '<', MAX_WRONG_PINS)
      .returning('name')
      .executeTakeFirst();
    if (used === undefined) throw new StaffRefusal('This invitation has just been used.');
    const credentials = {
      role,
      state: 'active' as const,
      password: stored,
      totp_sealed: encrypt(totpSecret, key),
      totp_step: step,
      failed: 0n,
      locked_until: 0n,
    };
    const { id } = await tx
      .insertInto('staff_accounts')
      .values({ name, invited_by: invitedBy, created_at: BigInt(now), ...credentials })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(credentials))
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx.deleteFrom('staff_sessions').where('account_id', '=', id).execute();
    await appendAudit(tx, { actor: name, action: 'join', subject: `staff:${name}`, detail: { role } }, now);
    return id;
  });
}

/** An unknown name is compared with this, so that it takes as long as a known one. */
const NOBODY = nobodysPassword();

export interface Credentials {
  readonly name: string;
  readonly password: string;
  readonly code: string;
  /** The browser's token of an earlier sign-in (device.ts). */
  readonly device?: string;
}

/**
 * The account of this name, password and code; null if any is wrong, without revealing which. From the fifth failure on
 * the next attempt waits up to half a minute, but not in a known browser, and nothing locks an account. Throws
 * ApiFailure overloaded when too many attempts wait.
 */
export async function signIn(
  db: Db,
  credentials: Credentials,
  now: number,
): Promise<Extract<Actor, { kind: 'account' }> | null> {
  const isKnown = await isFromKnownDevice(db, credentials, now);
  return inPasswordTurn(isKnown, () => attemptSignIn(db, credentials, isKnown, now));
}

async function attemptSignIn(
  db: Db,
  { name, password, code }: Credentials,
  isKnown: boolean,
  now: number,
): Promise<Extract<Actor, { kind: 'account' }> | null> {
  const account = await startAttempt(db, name, isKnown, now);
  if (password.length > PASSWORD_LENGTH.max) return noteFailure(db, account, now);
  const key = await checkPassword(password, account?.password ?? NOBODY);
  if (account === undefined || key === null) return noteFailure(db, account, now);
  const step = findTotpStep(decrypt(account.totp_sealed, key), code, account.totp_step, now);
  if (step === null) return noteFailure(db, account, now);
  return db.transaction().execute(async (tx) => {
    const entered = await tx
      .updateTable('staff_accounts')
      .set({ failed: 0n, locked_until: 0n, totp_step: step })
      .where('id', '=', account.id)
      .where('state', '=', 'active')
      .where('totp_step', '<', step)
      .returning(['id', 'name', 'role'])
      .executeTakeFirst();
    if (entered === undefined) return null;
    const failures = account.failed - 1n;
    const detail = failures === 0n ? {} : { failures: String(failures) };
    await appendAudit(tx, { actor: entered.name, action: 'sign-in', subject: `staff:${entered.name}`, detail }, now);
    return { kind: 'account' as const, ...entered };
  });
}

/** Records failed attempts 1 to 5, 10, 20, 50, 100 … of an account in the audit log; always returns null. */
async function noteFailure(
  db: Db,
  account: { readonly name: string; readonly failed: bigint } | undefined,
  now: number,
): Promise<null> {
  if (account === undefined || !/^([1-5]|[125]0+)$/.test(String(account.failed))) return null;
  const detail = { failures: String(account.failed) };
  const entry = { actor: STRANGER, action: 'sign-in-failed', subject: `staff:${account.name}`, detail };
  await db.transaction().execute((tx) => appendAudit(tx, entry, now));
  return null;
}

/** How many attempts for a name have failed since its last sign-in; 0 if there is no account. */
export async function failuresOf(db: Db, name: string): Promise<number> {
  const row = await db.selectFrom('staff_accounts').select('failed').where('name', '=', name).executeTakeFirst();
  return Number(row?.failed ?? 0n);
}

async function isFromKnownDevice(db: Db, { name, device = '' }: Credentials, now: number): Promise<boolean> {
  if (device === '') return false;
  const account = await db
    .selectFrom('staff_accounts')
    .select(['id', 'password'])
    .where('name', '=', name)
    .executeTakeFirst();
  return account !== undefined && (await isKnownDevice(db, device, account, now));
}

/** Counts an attempt before it is checked, and delays the next one; undefined if there is no account, or too soon. */
async function startAttempt(db: Db, name: string, isKnown: boolean, now: number) {
  const at = BigInt(now);
  const delays = sql.raw(
    Object.entries(DELAYS_MS)
      .map(([failed, milliseconds]) => `when ${failed} then ${milliseconds}`)
      .join(' '),
  );
  return db
    .updateTable('staff_accounts')
    .set({
      failed: sql<bigint>`failed + 1`,
      locked_until: sql<bigint>`case when failed < ${sql.lit(UNDELAYED)} then 0
        else cast(${at} as bigint) + case failed ${delays} else ${sql.lit(LONGEST_DELAY_MS)} end end`,
    })
    .where('name', '=', name)
    .where('state', '=', 'active')
    .where((where) => (isKnown ? where.val(true) : where('locked_until', '<=', at)))
    .returningAll()
    .executeTakeFirst();
}
