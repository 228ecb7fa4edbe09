import { sha256Stream } from '../hash/sha256.ts';
import { type RecordSource, verifyRecords } from '../hash/verify-records.ts';
import { type HoldingTerms, holdingsCount, type RecountedHoldings } from '../money/recount-holdings.ts';
import { allocationBy } from './amounts.ts';
import { type AllocationEntry, AMOUNT_KINDS, type AmountKind, lineOf } from './entry.ts';
import { type ListSummary, readList } from './list.ts';

type Mark = { readonly number: number; readonly hash: string };
const COUNTED = ['purchases', 'stakes', 'points'] as const;

/** What a record `draft` or `changed` states; docs/records.md describes the fields. */
interface Basis {
  readonly batch: number;
  readonly snapshotAt: string;
  readonly opensAt: string;
  readonly generatedAt: string | null;
  readonly airdropPool: string;
  readonly rewardsPool: string;
  readonly records: Readonly<Record<(typeof COUNTED)[number], Mark>>;
  readonly root: string;
  readonly listHash: string;
  readonly wallets: number;
  readonly totals: Readonly<Record<AmountKind, string>>;
  readonly unallocated: string;
  readonly setAsideHash: string;
}

/** The rules of the sale that the records do not repeat. */
export interface ListTerms extends HoldingTerms {
  /** Percent per year once the token exists, in 1e-4. */
  readonly rateAfter: bigint;
  readonly airdropPool: bigint;
}

/** What a record `named` states of a contract. */
interface NamedContract {
  readonly chainId: number;
  readonly claims: string;
  readonly token: string;
}

export interface RecomputedList {
  /** The latest batch; null if there has been none. */
  readonly stated: Basis | null;
  readonly state: 'none' | 'draft' | 'withdrawn' | 'final';
  /** The contract that the records name for it now; null if none. */
  readonly named: NamedContract | null;
  /** Computed from the records alone. */
  readonly list: ListSummary | null;
  readonly entries: readonly AllocationEntry[];
  /** In plain English; empty if the list follows from the records. */
  readonly problems: readonly string[];
}

type Tell = (kind: string, done: number, total: number) => Promise<void>;
/** Between two calls of `tell` while a list is computed. */
const LINES_TOLD = 4_096;

/**
 * Computes the latest list from the public records alone, kind by kind from the first record, and compares it with
 * what was published. `setAside` reads set-aside.txt of a batch; `tell` is called with the name of a kind, or `list`,
 * and how far it is.
 */
export async function recomputeList(
  source: RecordSource,
  terms: ListTerms,
  setAside: (batch: number) => Promise<string>,
  tell: Tell = async () => undefined,
): Promise<RecomputedList> {
  const recomputed = await recomputeEntries(source, terms, setAside, tell);
  const { stated, entries } = recomputed;
  if (stated === null) return { ...recomputed, list: null };
  const problems = [...recomputed.problems];
  const list = readList(entries.length);
  for (const [index, entry] of entries.entries()) {
    list.add(lineOf(entry));
    if ((index + 1) % LINES_TOLD === 0) await tell('list', index + 1, entries.length);
  }
  const computed = list.end();
  compare(computed, stated, problems);
  return { ...recomputed, list: computed, problems };
}

/** The same without the list's tree and text, which one entry does not take. */
export async function recomputeEntries(
  source: RecordSource,
  terms: ListTerms,
  setAside: (batch: number) => Promise<string>,
  tell: Tell,
): Promise<Omit<RecomputedList, 'list'>> {
  const problems: string[] = [];
  const { stated, state, named, draftedAt, withheld } = await readBatch(source, problems);
  if (stated === null) return { stated, state, named, entries: [], problems };
  const holdings = await countUntil(source, {
    terms,
    marks: stated.records,
    draftedAt,
    problems,
    tell,
    at: stated.snapshotAt,
  });
  const aside = readSetAside(stated.setAsideHash === NOTHING_ASIDE ? '' : await setAside(stated.batch), {
    stated,
    withheld,
    problems,
  });
  const all = entriesOf(holdings, stated, terms, problems);
  const given = all.reduce((sum, { airdrop }) => sum + airdrop, 0n);
  if (BigInt(stated.airdropPool) - given !== BigInt(stated.unallocated))
    problems.push('the rest of the airdrop differs');
  const entries = all.filter((entry) => {
    const line = aside.get(entry.address);
    aside.delete(entry.address);
    if (line === undefined && withheld.has(entry.address)) problems.push(`${entry.address} is withheld, and listed`);
    if (line !== undefined && line !== lineOf(entry)) problems.push(`${entry.address} is set aside with other amounts`);
    return line === undefined;
  });
  for (const address of aside.keys()) problems.push(`${address} is set aside, and owed nothing`);
  return { stated, state, named, entries, problems };
}

/** SHA-256 of an empty text. */
const NOTHING_ASIDE = `0x${sha256Stream().hex()}`;

async function readBatch(source: RecordSource, problems: string[]) {
  let stated: Basis | null = null;
  let state: RecomputedList['state'] = 'none';
  let named: NamedContract | null = null;
  let draftedAt = '';
  const withheld = new Set<string>();
  let left: ReadonlySet<string> = withheld;
  const verdict = await verifyRecords(source, 'allocation', (read) => {
    const { event, data, at } = read as typeof read & { readonly event: string; readonly data: object };
    const { wallet, batch } = data as Pick<Basis, 'batch'> & { readonly wallet: string };
    if (event === 'withheld') withheld.add(wallet);
    if (event === 'released') withheld.delete(wallet);
    if (event === 'draft') draftedAt = at;
    if (event === 'draft' || event === 'changed') {
      stated = data as Basis;
      state = 'draft';
      named = null;
      left = new Set(withheld);
    } else if (event === 'withdrawn' || event === 'final') {
      const { root } = data as { readonly root?: string };
      if (batch !== stated?.batch || (root ?? stated.root) !== stated.root)
        problems.push(`what is ${event} is not the batch that was drafted`);
      state = event;
    }
    if ((event === 'named' || event === 'unnamed') && batch === stated?.batch)
      named = event === 'named' ? (data as NamedContract) : null;
  });
  problems.push(...verdict.problems);
  const told = { stated: stated as Basis | null, state: state as RecomputedList['state'] };
  return { ...told, named: named as NamedContract | null, draftedAt, withheld: left };
}

interface Count {
  readonly terms: HoldingTerms;
  readonly marks: Basis['records'];
  readonly draftedAt: string;
  readonly at: string;
  readonly problems: string[];
  readonly tell: Tell;
}

/** The holdings by the records up to the marks; whatever follows one must be newer than the draft. */
async function countUntil(source: RecordSource, { terms, marks, draftedAt, at, problems, tell }: Count) {
  const count = holdingsCount(terms);
  for (const kind of COUNTED) {
    const mark = marks[kind];
    let previous = '';
    const verdict = await verifyRecords(
      source,
      kind,
      (record) => {
        if (record.number <= mark.number) count.add(record as unknown as Parameters<typeof count.add>[0]);
        else if (record.at < draftedAt)
          problems.push(`${kind}-${record.number} is older than the draft and not counted`);
        if (record.number === mark.number + 1) previous = record.previous;
      },
      (done, total) => tell(kind, done, total),
    );
    problems.push(...verdict.problems);
    const last = verdict.records === mark.number ? verdict.head : previous;
    if (last !== mark.hash) problems.push(`the last of the ${kind} that the list counts is another record`);
  }
  const holdings = count.at(Date.parse(at));
  problems.push(...holdings.problems);
  return holdings;
}

/** What each wallet is owed, by address. */
function entriesOf(
  { wallets, staked, weighted, points, rates }: RecountedHoldings,
  { snapshotAt, opensAt, generatedAt, airdropPool, rewardsPool }: Basis,
  terms: ListTerms,
  problems: string[],
): readonly AllocationEntry[] {
  if (BigInt(airdropPool) !== terms.airdropPool || BigInt(rewardsPool) !== terms.pool)
    problems.push('the list shares out other pools than the site states');
  const seconds = (iso: string) => BigInt(Math.floor(Date.parse(iso) / 1_000));
  const allocationOf = allocationBy({
    ...{ staked, weighted, points, rates, rateAfter: terms.rateAfter },
    ...{ rewardsPool: BigInt(rewardsPool), airdropPool: BigInt(airdropPool) },
    ...{ generated: generatedAt === null ? null : seconds(generatedAt) },
    ...{ snapshot: seconds(snapshotAt), opens: seconds(opensAt) },
  });
  return [...wallets]
    .map(([address, holding]) =>
      allocationOf({
        address,
        available: holding.bought - holding.staked,
        staked: holding.staked,
        weighted: holding.weighted,
        points: holding.isEstablished && holding.points > 0n ? holding.points : 0n,
      }),
    )
    .filter((entry) => entry !== null)
    .sort((a, b) => (a.address < b.address ? -1 : 1));
}

/** The lines, as the list would have them, of the wallets that it leaves out. */
function readSetAside(
  text: string,
  { stated, withheld, problems }: { stated: Basis; withheld: ReadonlySet<string>; problems: string[] },
): Map<string, string> {
  const digest = sha256Stream();
  digest.add(new TextEncoder().encode(text));
  if (`0x${digest.hex()}` !== stated.setAsideHash) problems.push('set-aside.txt is not the published one');
  const lines = text.split('\n').filter((line) => line !== '');
  return new Map(
    lines.map((line) => {
      const [address = '', kind, , , ...amounts] = JSON.parse(line) as string[];
      if (withheld.has(address) !== (kind === 'withheld')) problems.push(`no record has ${address} ${kind}`);
      return [address, `${[address, ...amounts].join(',')}\n`];
    }),
  );
}

function compare({ root, hash, count, totals }: ListSummary, stated: Basis, problems: string[]): void {
  if (root !== stated.root) problems.push(`the root is ${root}, the published one ${stated.root}`);
  if (hash !== stated.listHash) problems.push(`the hash of the list is ${hash}, the published one ${stated.listHash}`);
  if (count !== stated.wallets) problems.push(`the list has ${count} wallets, not ${stated.wallets}`);
  for (const kind of AMOUNT_KINDS)
    if (String(totals[kind]) !== stated.totals[kind]) problems.push(`the sum of ${kind} is ${totals[kind]}`);
}
