import { createHash, randomBytes } from 'node:crypto';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { ApiFailure } from './api-failure.ts';
import type { Db } from './database/tables.ts';
import type { Engine } from './purchases/engine.ts';

const WINDOW_MS = 3_600_000;
const SECRET = 'caller-secret';

/**
 * Counts what one caller does, an hour from the first time on, in SQL: a restart does not forget it and several instances
 * count together. The caller's address is kept as a salted hash, until the hour is over. Throws ApiFailure rate_limited
 * and sets Retry-After (seconds) past `most`.
 */
export async function countCaller(
  { db, now }: Pick<Engine, 'db' | 'now'>,
  request: FastifyRequest,
  reply: FastifyReply,
  what: string,
  most: number,
): Promise<void> {
  const time = BigInt(now());
  const caller = createHash('sha256')
    .update(`${await secretOf(db)}\0${what}\0${normalizeIP(request.ip)}`)
    .digest('hex');
  const { rows } = await sql<{ used: bigint; ends_at: bigint }>`
    insert into caller_windows (caller, used, ends_at) values (${caller}, 1, ${time + BigInt(WINDOW_MS)})
    on conflict (caller) do update set
      used = case when caller_windows.ends_at <= ${time} then 1 else caller_windows.used + 1 end,
      ends_at = case when caller_windows.ends_at <= ${time} then excluded.ends_at else caller_windows.ends_at end
    returning used, ends_at`.execute(db);
  const [row] = rows;
  if (row === undefined || row.used <= BigInt(most)) return;
  void reply.header('retry-after', String((row.ends_at - time + 999n) / 1000n));
  throw new ApiFailure('rate_limited');
}

/** Deletes the hours that are over. */
export async function sweepCallers(db: Db, now: number): Promise<void> {
  await db.deleteFrom('caller_windows').where('ends_at', '<=', BigInt(now)).execute();
}

const secrets = new WeakMap<Db, Promise<string>>();

/** The salt of callers' hashes: made once a database, never sent anywhere. */
function secretOf(db: Db): Promise<string> {
  let secret = secrets.get(db);
  if (secret === undefined) {
    secret = readSecret(db);
    secret.catch(() => secrets.delete(db));
    secrets.set(db, secret);
  }
  return secret;
}

async function readSecret(db: Db): Promise<string> {
  await db
    .insertInto('settings')
    .values({ key: SECRET, value: randomBytes(32).toString('hex') })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const row = await db.selectFrom('settings').select('value').where('key', '=', SECRET).executeTakeFirstOrThrow();
  return row.value;
}
