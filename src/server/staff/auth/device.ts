import { createHmac, timingSafeEqual } from 'node:crypto';
import { secretOf } from '#src/server/platform/database/secrets.ts';
import type { Db } from '#src/server/platform/database/tables.ts';

/** How long a browser is known after a sign-in, in milliseconds. */
export const DEVICE_MS = 180 * 86_400_000;

type Account = { readonly id: bigint; readonly password: string };

/** A browser's token after a sign-in, until the password changes: others' failures do not delay its owner. */
export async function deviceToken(db: Db, account: Account, now: number): Promise<string> {
  const stated = `${account.id}.${now + DEVICE_MS}`;
  return `${stated}.${await signatureOf(db, stated, account)}`;
}

/** Whether this account has signed in from this browser before. */
export async function isKnownDevice(db: Db, token: string, account: Account, now: number): Promise<boolean> {
  const [, stated = '', id = '', until = '', given = ''] =
    /^((\d{1,18})\.(\d{1,15}))\.([0-9a-f]{64})$/.exec(token) ?? [];
  if (id !== String(account.id) || Number(until) <= now) return false;
  return timingSafeEqual(Buffer.from(given), Buffer.from(await signatureOf(db, stated, account)));
}

async function signatureOf(db: Db, stated: string, { password }: Account): Promise<string> {
  return createHmac('sha256', await secretOf(db, 'staff-device-secret'))
    .update(`${stated}\0${password}`)
    .digest('hex');
}
