import { chainCheck, type DayRoot, type HashedRecord } from './record-chain.ts';

export interface RecordSource {
  /** Records of a kind after a number, in order; `next` is null on the last page. */
  page(
    kind: string,
    after: number,
  ): Promise<{
    readonly records: readonly HashedRecord[];
    readonly next: number | null;
    /** Number and hash of the last record. */
    readonly total: number;
    readonly head: string;
  }>;
  /** All published roots of a kind, in any order. */
  roots(kind: string): Promise<readonly DayRoot[]>;
}

export interface Verdict {
  readonly records: number;
  /** How many days had their root compared. */
  readonly days: number;
  /** Hash of the last record. */
  readonly head: string;
  /** In plain English; empty if everything matches. */
  readonly problems: readonly string[];
  /** In plain English: days that a wrong clock closed or began too early (docs/records.md). */
  readonly notes: readonly string[];
}

/** How many problems are listed; in a rewritten chain every record has one. */
const PROBLEMS_NAMED = 20;

/** Recounts one kind from its first record: passes each to `each`, and awaits `pause` after every page. */
export async function verifyRecords(
  source: RecordSource,
  kind: string,
  each: (record: HashedRecord['record']) => void = () => undefined,
  pause: (done: number, total: number) => Promise<void> = async () => undefined,
): Promise<Verdict> {
  const problems: string[] = [];
  const note = (problem: string) => {
    if (problems.length < PROBLEMS_NAMED) problems.push(problem);
  };
  const chain = chainCheck(kind);
  const published = await source.roots(kind);
  let after = 0;
  let page = await source.page(kind, after);
  for (;;) {
    for (const entry of page.records) {
      const fault = chain.add(entry);
      if (fault !== null) note(`${kind}-${entry.record.number}: ${fault}`);
      each(entry.record);
    }
    await pause(chain.number(), page.total);
    if (page.next === null) break;
    // We would read pages that lead back for ever.
    if (page.next !== chain.number() || page.next <= after) {
      note(`${kind}: the page after ${chain.number()} claims to follow ${page.next}`);
      break;
    }
    after = page.next;
    page = await source.page(kind, after);
  }
  if (chain.number() !== page.total) note(`${kind}: ${page.total} records are claimed, ${chain.number()} exist`);
  else if (chain.head() !== page.head) note(`${kind}: the last record differs from the claimed one`);
  const notes: string[] = [];
  const ends = new Set(published.map(({ last }) => last));
  let recounted = 0;
  for (const root of [...published].sort((a, b) => a.first - b.first)) {
    // Each record is under one root: to recount any number of roots over all of them would take hours (S21).
    const isShared = root.first <= recounted;
    const verdict = isShared ? 'wrong' : verdictOn(chain, root, ends);
    if (!isShared) recounted = root.last;
    if (verdict === 'wrong') note(`${kind}: the root of ${root.day} does not match its records`);
    if (verdict === 'ahead' && notes.length < PROBLEMS_NAMED)
      notes.push(
        `${kind}-${root.first} to ${kind}-${root.last} are dated ${chain.dayOf(root.first)} or later, and closed with ` +
          `${root.day}: a clock was ahead`,
      );
  }
  return { records: chain.number(), days: published.length, head: chain.head(), problems, notes };
}

/**
 * Whether a published root covers its whole day, or records that a wrong clock dated ahead of the day with which they
 * were closed. `ends` are the last numbers of all published roots.
 */
function verdictOn(
  { dayOf, rootOf }: ReturnType<typeof chainCheck>,
  { day, first, last, root, head }: DayRoot,
  ends: ReadonlySet<number>,
): 'day' | 'ahead' | 'wrong' {
  const [begins, closes] = [dayOf(first), dayOf(last)];
  if (begins === undefined || closes === undefined || first > last) return 'wrong';
  const own = rootOf(first, last);
  if (own.root !== root || own.head !== head) return 'wrong';
  // Earlier records must belong to an earlier day, or to another root.
  if (first > 1 && dayOf(first - 1) === begins && !ends.has(first - 1)) return 'wrong';
  if (begins > day) return 'ahead';
  return begins === day && closes === day && dayOf(last + 1) !== day ? 'day' : 'wrong';
}
