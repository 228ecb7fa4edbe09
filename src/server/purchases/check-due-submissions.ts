import type { ChainId } from '#src/config/chains.ts';
import { inGroups } from '../in-groups.ts';
import { isDueAt } from '../is-due-at.ts';
import { holdLease } from '../leases.ts';
import { checkSubmission } from './check-submission.ts';
import { chainOf, type Engine } from './engine.ts';

const PER_PASS = 200;
const LEASE_MS = 20_000;
const AT_ONCE = 10;
const SHARE_MS = 10_000;
const LONGEST_WAIT_MS = 120_000;

/** Looks again for posted hashes that no chain has shown yet: often at first, every two minutes in the end. */
export async function checkDueSubmissions(engine: Engine, owner: string): Promise<void> {
  const now = engine.now();
  if (!(await holdLease(engine.db, 'submissions', owner, now, LEASE_MS))) return;
  const due = await engine.db
    .selectFrom('submissions')
    .selectAll()
    .where('status', 'in', ['processing', 'waiting-signers'])
    .where((where) => isDueAt(where, now, LONGEST_WAIT_MS))
    .orderBy('next_check_at')
    .limit(PER_PASS)
    .execute();
  const heads = new Map<ChainId, Promise<bigint>>();
  const head = (chainId: ChainId) => {
    const known =
      heads.get(chainId) ??
      chainOf(engine, chainId)
        .head()
        .then(({ number }) => number);
    heads.set(chainId, known);
    return known;
  };
  const until = performance.now() + SHARE_MS;
  const more = async () => performance.now() < until;
  await inGroups(due, AT_ONCE, more, async (row) => {
    // Unread is undecided: the hash stays where it is and is asked for again.
    await checkSubmission(engine, row, head).catch(() => null);
    const age = now - Number(row.created_at);
    const wait = age < 300_000 ? 3_000 : age < 3_600_000 ? 15_000 : LONGEST_WAIT_MS;
    await engine.db
      .updateTable('submissions')
      .set({ next_check_at: BigInt(now + wait) })
      .where('id', '=', row.id)
      .execute();
  });
}
