import { hash, randomBytes } from 'node:crypto';
import { RETENTION } from '#src/config/retention.ts';
import type { Db } from '#src/server/platform/database/tables.ts';

/** How long a confirmation link works. */
export const CONFIRM_MS = RETENTION.confirmHours * 3_600_000;
const FORM = /^[A-Za-z0-9_-]{43}$/;

/** Creates a link's token of 256 random bits and stores only its hash. Unsubscribe tokens do not expire. */
export async function issueToken(
  db: Db,
  subscriber: bigint,
  purpose: 'confirm' | 'unsubscribe',
  now: number,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await db
    .insertInto('newsletter_tokens')
    .values({
      token_hash: hash('sha256', token),
      subscriber_id: subscriber,
      purpose,
      expires_at: purpose === 'confirm' ? BigInt(now + CONFIRM_MS) : null,
    })
    .execute();
  return token;
}

/** The subscriber that a token was made for; null if it is unknown, expired or for another purpose. */
export async function subscriberOf(
  db: Db,
  token: string,
  purpose: 'confirm' | 'unsubscribe',
  now: number,
): Promise<bigint | null> {
  if (!FORM.test(token)) return null;
  const row = await db
    .selectFrom('newsletter_tokens')
    .select('subscriber_id')
    .where('token_hash', '=', hash('sha256', token))
    .where('purpose', '=', purpose)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', BigInt(now))]))
    .executeTakeFirst();
  return row?.subscriber_id ?? null;
}
