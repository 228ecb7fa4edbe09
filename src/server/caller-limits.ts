import { createHash } from 'node:crypto';
import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { ApiFailure } from './api-failure.ts';
import type { Db } from './database/tables.ts';
import type { Engine } from './purchases/engine.ts';
import { secretOf } from './secrets.ts';

const WINDOW_MS = 3_600_000;

/** Counts what one caller does, by the caller's address; the rest as countSubject. */
export function countCaller(
  engine: Pick<Engine, 'db' | 'now'>,
  request: FastifyRequest,
  reply: FastifyReply,
  what: string,
  most: number,
): Promise<void> {
  return countSubject(engine, reply, what, normalizeIP(request.ip), most);
}

/**
 * Counts what one subject (an address, a session, a wallet) does, an hour from the first time on, in SQL: a restart does
 * not forget it and several instances count together. The subject is kept as a salted hash, until the hour is over.
 * Throws ApiFailure rate_limited and sets Retry-After (seconds) past `most`.
 */
export async function countSubject(
  { db, now }: Pick<Engine, 'db' | 'now'>,
  reply: FastifyReply,
  what: string,
  subject: string,
  most: number,
): Promise<void> {
  const time = BigInt(now());
  const caller = createHash('sha256')
    .update(`${await secretOf(db, 'caller-secret')}\0${what}\0${subject}`)
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
