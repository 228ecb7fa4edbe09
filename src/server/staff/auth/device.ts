import { createHmac, timingSafeEqual } from 'node:crypto';
import { secretOf } from '../../database/secrets.ts';
import type { Db } from '../../database/tables.ts';

/** So long a browser in which somebody signed in is known, in milliseconds. */
export const DEVICE_MS = 180 * 86_400_000;

type Account = { readonly id: bigint; readonly password: string };

/**
 * What a browser keeps after a sign-in, so that nobody else's failures delay its owner: signed, and good until the
 * password changes. It opens nothing.
 */
export async function deviceToken(db: Db, account: Account, now: number): Promise<string> {
  const claim = `${account.id}.${now + DEVICE_MS}`;
  return `${claim}.${await signatureOf(db, claim, account)}`;
}

/** Whether a browser is one in which somebody signed in to this account. */
export async function isKnownDevice(db: Db, token: string, account: Account, now: number): Promise<boolean> {
  const [, claim = '', id = '', until = '', given = ''] =
    /^((\d{1,18})\.(\d{1,15}))\.([0-9a-f]{64})$/.exec(token) ?? [];
  if (id !== String(account.id) || Number(until) <= now) return false;
  return timingSafeEqual(Buffer.from(given), Buffer.from(await signatureOf(db, claim, account)));
}

async function signatureOf(db: Db, claim: string, { password }: Account): Promise<string> {
  return createHmac('sha256', await secretOf(db, 'staff-device-secret'))
    .update(`${claim}\0${password}`)
    .digest('hex');
}
