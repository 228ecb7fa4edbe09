import type { ChainId } from '#src/config/chains.ts';
import { COMMON_LANE } from '#src/server/platform/callers/caller-lane.ts';
import { type AppContext, chainOf } from '#src/server/platform/context/app-context.ts';
import { holdLease } from '#src/server/platform/database/leases.ts';
import type { PostedHashRow } from '#src/server/platform/database/payment-row.ts';
import { isDueAt } from '#src/server/platform/database/statements.ts';
import { ApiFailure } from '#src/server/platform/util/errors.ts';
import { forEachConcurrent } from '#src/server/platform/util/turns.ts';
import { dateHashes, waitedMs } from '../submit/posted-hash.ts';
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

/** Looks again for hashes that no chain has shown: often at first, in the end every two minutes. */
export async function checkDuePostedHashes(context: AppContext, owner: string): Promise<void> {
  if (!context.clock.isConfirmed()) return;
  const now = context.now();
  if (!(await holdLease(context.db, { name: 'submissions', owner }, now, LEASE_MS))) return;
  await dateHashes(context.db, now, PER_PASS);
  const due = await context.db
    .selectFrom('submissions')
    .selectAll()
    .where('status', 'in', ['processing', 'waiting-signers'])
    // Not what has no date yet.
    .where('next_check_at', '>=', 0n)
    .where((where) => isDueAt(where, now, HOUR_MS))
    .orderBy('next_check_at')
    .limit(PER_PASS)
    .execute();
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
  const until = performance.now() + SHARE_MS;
  const more = async () => performance.now() < until;
  const refused: PostedHashRow[] = [];
  // What a look finds pending it notes for every wallet that has posted the hash: anybody can post it for any number.
  const pending = new Set<string>();
  await forEachConcurrent(due, AT_ONCE, more, async (row) => {
    const age = waitedMs(row, now);
    if (!pending.has(row.transaction_hash)) {
      const found = await look(context, row, age, head);
      if (found === 'refused') {
        refused.push(row);
        return undefined;
      }
      if (found === 'pending') pending.add(row.transaction_hash);
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

/** Looks for one hash; `refused` if the poster's budget is spent. Old ones may use calls that nobody else needs. */
async function look(
  context: AppContext,
  row: PostedHashRow,
  age: number,
  head: (chainId: ChainId) => Promise<bigint>,
): Promise<'pending' | 'looked' | 'refused'> {
  const lanes = [Number(row.lane ?? COMMON_LANE), ...(age < SPENT_MS ? [] : [COMMON_LANE])];
  for (const lane of lanes) {
    try {
      const found = await context.lookBudget.run(lane, () => checkPostedHash(context, row, head));
      return found?.state.state === 'pending' ? 'pending' : 'looked';
    } catch (error) {
      // A failed read decides nothing: the hash keeps its place, and we look again.
      if (!(error instanceof ApiFailure)) return 'looked';
    }
  }
  return 'refused';
}

/** Makes hashes of spent budgets wait longer; expires those of two days ago, which the watcher revives if mined. */
async function putOff(context: AppContext, refused: readonly PostedHashRow[], now: number): Promise<void> {
  const waits = [
    { from: 0, to: HOUR_MS, wait: SPENT_WAIT_MS },
    { from: HOUR_MS, to: GIVEN_UP_MS, wait: HOUR_MS },
  ];
  const idsBetween = (from: number, to: number) =>
    refused.filter((row) => waitedMs(row, now) >= from && waitedMs(row, now) < to).map(({ id }) => id);
  for (const { from, to, wait } of waits) {
    const ids = idsBetween(from, to);
    if (ids.length === 0) continue;
    const later = { next_check_at: BigInt(now + wait) };
    await context.db.updateTable('submissions').set(later).where('id', 'in', ids).execute();
  }
  const old = idsBetween(GIVEN_UP_MS, Number.POSITIVE_INFINITY);
  if (old.length === 0) return;
  await context.db
    .updateTable('submissions')
    .set({ status: 'expired', reason: null, updated_at: BigInt(now) })
    .where('id', 'in', old)
    .where('status', 'in', ['processing', 'waiting-signers'])
    .execute();
}
