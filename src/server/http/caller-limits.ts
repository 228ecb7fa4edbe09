import { hash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { RETENTION } from '#src/config/retention.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import { deleteInChunks } from '#src/server/platform/database/delete-in-chunks.ts';
import { secretOf } from '#src/server/platform/database/secrets.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { withoutSyncing } from '#src/server/platform/database/without-syncing.ts';
import { ApiFailure } from '#src/server/platform/util/errors.ts';

const WINDOW_MS = RETENTION.limitHours * 3_600_000;
/** The callers whose budget an IPv6 /48 has: it is one customer's, or a whole mobile network's. */
export const CALLERS_IN_WIDE = 30;

/** Counts a caller's actions per hour, by address and /48; otherwise like countSubject. */
export async function countCaller(
  context: Pick<AppContext, 'db' | 'now'>,
  reply: FastifyReply,
  what: string,
  max: number,
): Promise<void> {
  const { address, wide } = reply.request.place;
  await countSubject(context, reply, { what, subject: address }, max);
  if (wide !== null) await countSubject(context, reply, { what: `${what}-wide`, subject: wide }, max * CALLERS_IN_WIDE);
}

/** Counts actions of a subject per hour; beyond `most`, sets Retry-After and throws ApiFailure rate_limited. */
export async function countSubject(
  context: Pick<AppContext, 'db' | 'now'>,
  reply: FastifyReply,
  use: Pick<Use, 'what' | 'subject'>,
  max: number,
): Promise<void> {
  const wait = await countUse(context, { ...use, max, windowMs: WINDOW_MS });
  if (wait === null) return;
  void reply.header('retry-after', String(wait));
  throw new ApiFailure('rate_limited');
}

export interface Use {
  readonly what: string;
  readonly subject: string;
  readonly max: number;
  readonly windowMs: number;
}

/** Counts a use of a subject (hashed) in SQL, across restarts and instances; beyond `most` the seconds to wait. */
export async function countUse(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { what, subject, max, windowMs }: Use,
): Promise<number | null> {
  const time = BigInt(now());
  const caller = hash('sha256', `${await secretOf(db, 'caller-secret')}\0${what}\0${subject}`);
  const ends = time + BigInt(windowMs);
  // Or a clock that ran ahead began it (S27).
  const isOver = sql`(caller_windows.ends_at <= ${time} or caller_windows.ends_at > ${ends})`;
  const { rows } = await withoutSyncing(db, (connection, unsynced) =>
    sql<{ used: bigint; ends_at: bigint }>`
    insert into caller_windows (caller, used, ends_at)
    select cast(${caller} as text), 1, cast(${ends} as bigint) from ${unsynced} where true
    on conflict (caller) do update set
      used = case when ${isOver} then 1 else caller_windows.used + 1 end,
      ends_at = case when ${isOver} then excluded.ends_at else caller_windows.ends_at end
    returning used, ends_at`.execute(connection),
  );
  const [row] = rows;
  if (row === undefined || row.used <= BigInt(max)) return null;
  return Number((row.ends_at - time + 999n) / 1000n);
}

/** Deletes windows that are over. */
export async function sweepCallers(db: Db, now: number): Promise<void> {
  await deleteInChunks(db, 'caller_windows', 'caller', sql`ends_at <= ${BigInt(now)}`);
}
