import { createHmac } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import { findInvitation, invite, join } from '#src/server/staff/auth/accounts.ts';
import { openStaffSession } from '#src/server/staff/auth/sessions.ts';
import type { HttpApp } from './http-app.ts';
import { ORIGIN } from './wallet-session.ts';

const HOST = new URL(ORIGIN).host;
/**
 * The minimum that argon2id accepts: most tests are not about the cost of a password, and the real cost is a tenth of a
 * second.
 */
const CHEAP = { memory: 8, passes: 1 };
export const PASSWORD = 'nine green bottles on a wall';

/** A person at the staff desk, with a browser and an authenticator app. */
export interface StaffMember {
  readonly name: string;
  cookie: string;
  /** The browser's token of an earlier sign-in. */
  device: string;
  /** The secret of the codes in base32. */
  secret: string;
  get(path: string): Promise<LightMyRequestResponse>;
  /** Sends a form of the desk with the session's own value, as a page of the desk does. */
  send(path: string, fields: Record<string, string>, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** Executes a command; resolves with the desk's message. Throws with the desk's text if it was refused. */
  act(command: string, fields?: Record<string, string>): Promise<string>;
  /** The same for a command that must be refused: the text of the refusal. */
  refused(command: string, fields?: Record<string, string>): Promise<string>;
  /** Signs in with a fresh code, half a minute later. */
  signIn(password?: string, code?: string): Promise<LightMyRequestResponse>;
}

/** The desk's server. */
type Desk = Pick<HttpApp, 'app' | 'context' | 'clock'>;

/** Creates an account by an invitation of the host's and leaves it signed in; joinBy() does it through the pages. */
export async function newStaffMember(http: Desk, name: string, role: 'reviewer' | 'manager'): Promise<StaffMember> {
  const { now } = http.clock;
  const { db, env } = http.context;
  const token = await db.transaction().execute((tx) => invite(tx, { name, role, invitedBy: 'host' }, now));
  const member = strangerCalled(http, name);
  member.secret = (await findInvitation(db, token, now))?.totpSecret ?? '';
  const given = { token, pin: '', password: PASSWORD, code: codeAt(member.secret, now) };
  const session = await openStaffSession(db, await join(db, given, now, CHEAP), now);
  member.cookie = `${env.PUBLIC_ORIGIN?.startsWith('https://') ? '__Host-' : ''}synx-staff=${session}`;
  return member;
}

/**
 * Creates an account by a link's token and, if required, a PIN, and leaves the member signed in. Throws with the page's
 * text if that is refused.
 */
export async function joinBy(http: Desk, member: StaffMember, token: string, pin?: string): Promise<void> {
  const page =
    pin === undefined
      ? await member.get(`/staff/join?token=${token}`)
      : await member.send('/staff/join', { token, pin });
  if (pin !== undefined && page.statusCode !== 200) throw new Error(`${page.statusCode}: ${page.body}`);
  member.secret = (/<code>([A-Z2-7 ]+)<\/code>/.exec(page.body)?.[1] ?? '').replaceAll(' ', '');
  const given = { token, ...(pin === undefined ? {} : { pin }), password: PASSWORD, again: PASSWORD };
  // Even without the secret: hiding it on a page must not be the only protection.
  const code = member.secret === '' ? '000000' : codeAt(member.secret, http.clock.now);
  const joined = await member.send('/staff/join', { ...given, code });
  if (joined.statusCode !== 303) throw new Error(`${joined.statusCode}: ${joined.body}`);
}

/** The same without an account. */
export function strangerCalled(http: Desk, name: string): StaffMember {
  const keep = (answer: LightMyRequestResponse) => {
    for (const { name: key, value } of answer.cookies) {
      if (key.endsWith('synx-device')) member.device = `${key}=${value}`;
      else member.cookie = `${key}=${value}`;
    }
    return answer;
  };
  const csrf = async () =>
    /name="csrf" value="([0-9a-f]+)"/.exec((await member.get('/staff/overview')).body)?.[1] ?? '';
  const command = async (what: string, fields: Record<string, string>) =>
    member.send(`/staff/do/${what}`, { csrf: await csrf(), ...fields });
  const member: StaffMember = {
    name,
    cookie: '',
    device: '',
    secret: '',
    get: (url) => http.app.inject({ url, headers: { host: HOST, cookie: member.cookie } }),
    send: async (url, fields, headers = {}) =>
      keep(
        await http.app.inject({
          method: 'POST',
          url,
          headers: {
            host: HOST,
            origin: ORIGIN,
            cookie: [member.cookie, member.device].filter((each) => each !== '').join('; '),
            'content-type': 'application/x-www-form-urlencoded',
            ...headers,
          },
          payload: new URLSearchParams(fields).toString(),
        }),
      ),
    act: async (what, fields = {}) => {
      const answer = await command(what, fields);
      if (answer.statusCode !== 303) throw new Error(`${answer.statusCode}: ${said(answer.body, 'alert')}`);
      return said((await member.get(String(answer.headers.location))).body, 'status');
    },
    refused: async (what, fields = {}) => {
      const answer = await command(what, fields);
      if (answer.statusCode !== 422) throw new Error(`not refused: ${answer.statusCode}`);
      return said(answer.body, 'alert');
    },
    signIn: (password = PASSWORD, code) => {
      http.clock.now += 30_000;
      return member.send('/staff/sign-in', { name, password, code: code ?? codeAt(member.secret, http.clock.now) });
    },
  };
  return member;
}

function said(page: string, role: 'status' | 'alert'): string {
  return (
    new RegExp(`role="${role}">([^<]*)<`).exec(page)?.[1]?.replaceAll('&#39;', "'").replaceAll('&quot;', '"') ?? ''
  );
}

/** A one-time code by RFC 6238, computed here and not by the code under test. */
export function codeAt(secret: string, now: number): string {
  let bits = '';
  for (const letter of secret) bits += 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeUInt32BE(Math.floor(now / 30_000), 4);

  const digest = createHmac('sha1', key).update(counter).digest();
  const at = (digest[19] ?? 0) & 15;
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
