import { sql } from 'kysely';
import type { ChainId } from '#src/config/chains.ts';
import { COMMON_LANE } from '#src/server/platform/callers/caller-lane.ts';
import { type AppContext, chainOf } from '#src/server/platform/context/app-context.ts';
import { holdLease } from '#src/server/platform/database/leases.ts';
import type { PostedHashRow } from '#src/server/platform/database/payment-row.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { ApiFailure } from '#src/server/platform/util/errors.ts';
import { byTurns, forEachConcurrent } from '#src/server/platform/util/turns.ts';
import { dateHashes, notePending, OPEN_STATUSES, type PendingHash, unseenMs, waitedMs } from '../submit/posted-hash.ts';
import { checkPostedHash } from '../verify/check-posted-hash.ts';

const PER_PASS = 200;
const LEASE_MS = 20_000;
const AT_ONCE = 10;
const SHARE_MS = 10_000;
const YOUNG_MS = 300_000;
const HOUR_MS = 3_600_000;
/** After this long we look for a posted hash at everybody's expense. */
const SPENT_MS = 600_000;
const SPENT_WAIT_MS = 60_000;
const GIVEN_UP_MS = 172_800_000;

type Found = PendingHash | 'looked' | 'refused';

/** Looks again for hashes that no chain has shown: often at first, in the end every two minutes. */
export async function checkDuePostedHashes(context: AppContext, owner: string): Promise<void> {
  if (!context.clock.isConfirmed()) return;
  const now = context.now();
  if (!(await holdLease(context.db, { name: 'submissions', owner }, now, LEASE_MS))) return;
  await dateHashes(context.db, now, PER_PASS);
  await recallFar(context.db, now);
  const heads = new Map<ChainId, Promise<bigint>>();
  const head = (chainId: ChainId) => {
    const known =
      heads.get(chainId) ??
      chainOf(context, chainId)
        .head()
        .then(({ number }) => number);
    heads.set(chainId, known);
    return known;
  };
  const looks = new Map<string, Promise<Found>>();
  // One after the other, and none once it is found pending: anybody can post the hash for any number of wallets (S25).
  const lookOnce = (row: PostedHashRow, age: number) => {
    const last: Promise<Found> = looks.get(row.transaction_hash) ?? Promise.resolve('refused');
    const next = last.then(async (found) => {
      if (typeof found === 'string') return look(context, row, age, head);
      await notePending(context.db, row, found, now);
      return found;
    });
    looks.set(row.transaction_hash, next);
    return next;
  };
  const until = performance.now() + SHARE_MS;
  const more = async () => performance.now() < until;
  const refused: PostedHashRow[] = [];
  await forEachConcurrent(await dueHashes(context.db, now), { size: AT_ONCE, more }, async (row) => {
    const age = waitedMs(row, now);
    if ((await lookOnce(row, age)) === 'refused') {
      refused.push(row);
      return undefined;
    }
    const wait = age < YOUNG_MS ? 3_000 : age < HOUR_MS ? 15_000 : 120_000;
    await context.db
      .updateTable('submissions')
      .set({ next_check_at: BigInt(now + wait) })
      .where('id', '=', row.id)
      .execute();
    return undefined;
  });
  await putOff(context, refused, now);
}

/** Calls what waits for more than an hour: a clock that ran ahead must have put it off. */
async function recallFar(db: Db, now: number): Promise<void> {
  const far = db
    .selectFrom('submissions')
    .select('id')
    .where('status', 'in', OPEN_STATUSES)
    .where('next_check_at', '>', BigInt(now + HOUR_MS))
    .limit(PER_PASS);
  await db
    .updateTable('submissions')
    .set({ next_check_at: BigInt(now) })
    .where('id', 'in', far)
    .execute();
}

/** Literally as in the index submissions_places. */
const PLACE = sql.raw('coalesce(lane, 0) / 8192');
const OPEN = sql.raw("status in ('processing', 'waiting-signers')");

/**
 * The hashes that have been due the longest, at most PER_PASS. Places (caller-lane.ts) take turns: from one of them
 * any number can be posted, and a pass can end before the last one.
 */
async function dueHashes(db: Db, now: number): Promise<readonly PostedHashRow[]> {
  const first = db.selectFrom('submissions').selectAll().orderBy('next_check_at');
  // Those without a date come before 0.
  const due = first.where('next_check_at', '>=', 0n).where('next_check_at', '<=', BigInt(now));
  const ofStatus = (status: PostedHashRow['status']) => due.where('status', '=', status).limit(PER_PASS).execute();
  // Status by status, along the index.
  const longest = (await Promise.all(OPEN_STATUSES.map(ofStatus))).flat();
  longest.sort((a, b) => Number(a.next_check_at - b.next_check_at));
  if (longest.length < PER_PASS) return alikeLast(byTurns([...Map.groupBy(longest, placeOf).values()]));
  const places = await duePlaces(db, now);
  const share = Math.ceil(PER_PASS / Math.max(places.length, 1));
  const ofPlace = (place: bigint) => due.where(sql<boolean>`${OPEN} and ${PLACE} = ${place}`).limit(share).execute();
  const shares = await Promise.all(places.map(ofPlace));
  const rows = [...new Map([...byTurns(shares), ...longest].map((row) => [row.id, row])).values()];
  return alikeLast(rows.slice(0, PER_PASS));
}

/** Each hash once, then those posted for further wallets: one is looked for one wallet after the other. */
function alikeLast(rows: readonly PostedHashRow[]): readonly PostedHashRow[] {
  return byTurns([...Map.groupBy(rows, (row) => row.transaction_hash).values()]);
}

/** PLACE of a row already read. */
const placeOf = ({ lane }: PostedHashRow): bigint => (lane ?? 0n) / 8192n;

/** The places that have waited the longest, at most PER_PASS: a few steps along the index for each place. */
async function duePlaces(db: Db, now: number): Promise<readonly bigint[]> {
  const { rows } = await sql<{ place: bigint }>`
    with recursive places(place) as (
      select cast(-1 as bigint)
      union all
      select (select ${PLACE} from submissions where ${OPEN} and ${PLACE} > places.place order by ${PLACE} limit 1)
      from places where places.place is not null
    ), waiting as (
      select place, (
        select next_check_at from submissions
        where ${OPEN} and ${PLACE} = places.place and next_check_at >= 0 and next_check_at <= ${BigInt(now)}
        order by next_check_at limit 1
      ) as since from places where place is not null
    )
    select place from waiting where since is not null order by since limit ${PER_PASS}`.execute(db);
  return rows.map(({ place }) => place);
}

/** Looks for one hash; `refused` if the poster's budget is spent. Old ones may use calls that nobody else needs. */
async function look(
  context: AppContext,
  row: PostedHashRow,
  age: number,
  head: (chainId: ChainId) => Promise<bigint>,
): Promise<Found> {
  const lanes = [Number(row.lane ?? COMMON_LANE), ...(age < SPENT_MS ? [] : [COMMON_LANE])];
  for (const lane of lanes) {
    try {
      return (await context.lookBudget.run(lane, () => checkPostedHash(context, row, head))) ?? 'looked';
    } catch (error) {
      // A failed read decides nothing: the hash keeps its place, and we look again.
      if (!(error instanceof ApiFailure)) return 'looked';
    }
  }
  return 'refused';
}

/** Makes hashes of spent budgets wait longer; expires those unseen for two days, which the watcher revives if mined. */
async function putOff(context: AppContext, refused: readonly PostedHashRow[], now: number): Promise<void> {
  const isGivenUp = (row: PostedHashRow) => unseenMs(row, now) >= GIVEN_UP_MS;
  const [old, young] = [refused.filter(isGivenUp).map(({ id }) => id), refused.filter((row) => !isGivenUp(row))];
  const waits = Map.groupBy(young, (row) => (waitedMs(row, now) < HOUR_MS ? SPENT_WAIT_MS : HOUR_MS));
  for (const [wait, rows] of waits) {
    const later = { next_check_at: BigInt(now + wait) };
    const ids = rows.map(({ id }) => id);
    await context.db.updateTable('submissions').set(later).where('id', 'in', ids).execute();
  }
  if (old.length === 0) return;
  await context.db
    .updateTable('submissions')
    .set({ status: 'expired', reason: null, updated_at: BigInt(now) })
    .where('id', 'in', old)
    .where('status', 'in', OPEN_STATUSES)
    .execute();
}
