import { isDeepStrictEqual } from 'node:util';
import type { ChainId } from '#src/config/chains.ts';
import { TOKENS } from '#src/config/tokens.ts';
import {
  blocksApart,
  type ChainSources,
  type Head,
  type ScannedBlock,
} from '#src/server/platform/chains/chain-sources.ts';
import { ChainUnavailableError, readFromAll } from '#src/server/platform/chains/read-by-quorum.ts';
import { scanBlock } from '#src/server/platform/chains/scan-block.ts';
import type { NamedTransaction, Source } from '#src/server/platform/chains/source.ts';
import { type AppContext, chainOf, startBlock } from '#src/server/platform/context/app-context.ts';
import { chunked } from '#src/server/platform/database/statements.ts';
import { keepNewest } from '#src/server/platform/util/caches.ts';
import { DUST_QUEUE, lastPrice, queueOf } from '../verify/worth.ts';
import { withoutFailed } from './failed-coins.ts';
import { type LoneName, storeLone, tellOfLone } from './lone-candidates.ts';

const LARGEST_SCAN = 40;
const REWIND = 64n;
/** Blocks whose hashes are remembered: more than any chain needs to make one final. */
const LINKED = 4_096;
/** How long we wait for further sources: one that tells by slow answers would hold up the scan for an hour. */
const LATER_MS = 5_000;
/** How long we skip writing a cursor that has not moved: a twelfth of the time that makes a chain unreachable. */
const SAID_AGAIN_AFTER_MS = 5_000;

/** A block that enough sources agree on; `transactions` are those that as many of them name. */
interface AgreedBlock extends ScannedBlock {
  readonly lone: readonly LoneName[];
}

interface Place {
  readonly next: bigint;
  /** Hash of the block before `next`; null if none is known. */
  readonly parentHash: string | null;
}

/**
 * Reads the blocks after the cursor for payments that nobody posted. Stores every transaction a block names as a
 * candidate, together with the cursor: it skips none, and an unreadable one does not hold up the rest. If the block
 * under the cursor left the chain, it goes back and reads again. `more` says whether to continue.
 */
export async function scanChain(
  context: AppContext,
  chainId: ChainId,
  head: Head,
  more: () => Promise<boolean>,
): Promise<void> {
  const chain = chainOf(context, chainId);
  const coins = async () => {
    const coinE8 = await lastPrice(context.db, BigInt(chainId));
    const isDust = (transfers: NamedTransaction['transfers']) => queueOf(chainId, transfers, coinE8) === DUST_QUEUE;
    return { presale: context.env.presaleAddress, isDust };
  };
  let place = await placeOfCursor(context, chainId, head);
  while (place.next <= head.number && (await more())) {
    const last = place.next + BigInt(chain.scanSize) - 1n;
    const blocks = await readFewerUntilRead(context, chainId, place.next, last < head.number ? last : head.number);
    const [first] = blocks;
    const end = blocks.at(-1);
    if (first === undefined || end === undefined) return;
    if (place.parentHash !== null && first.parentHash !== place.parentHash) {
      // The chain was rewritten between two reads: read its new blocks before this one as well.
      place = await goBack(context, chainId, place.next - 1n, head);
      continue;
    }
    await saveProgress(context, chainId, { blocks: await withoutFailed(chain, blocks, coins), end }, head);
    link(chain, blocks);
    place = { next: end.number + 1n, parentHash: end.hash };
  }
  if (place.next > head.number) {
    // Nothing new: the cursor still records when we last read the chain, which is not worth a write each time.
    await context.db
      .updateTable('chain_cursors')
      .set({ head: head.number, finalized: head.finalized, updated_at: BigInt(context.now()) })
      .where('chain_id', '=', BigInt(chainId))
      .where((is) =>
        is.or([
          is('head', '<>', head.number),
          is('finalized', '<>', head.finalized),
          is('updated_at', '<', BigInt(context.now() - SAID_AGAIN_AFTER_MS)),
          is('updated_at', '>', BigInt(context.now())),
        ]),
      )
      .execute();
  }
}

/** Remembers how blocks follow on each other: while the last one is canonical, so are those before it. */
function link({ lineage }: ChainSources, blocks: readonly ScannedBlock[]): void {
  for (const { number, hash, parentHash } of blocks) {
    if (lineage.has(number) || lineage.get(number - 1n) !== parentHash) lineage.clear();
    keepNewest(lineage, number - 1n, parentHash, LINKED);
    keepNewest(lineage, number, hash, LINKED);
  }
}

async function placeOfCursor(context: AppContext, chainId: ChainId, head: Head): Promise<Place> {
  const cursor = await context.db
    .selectFrom('chain_cursors')
    .selectAll()
    .where('chain_id', '=', BigInt(chainId))
    .executeTakeFirst();
  if (cursor === undefined) return { next: startBlock(context, chainId), parentHash: null };
  const canonical = await chainOf(context, chainId).blockHash(cursor.block_number);
  // Sources that are behind by a block or two lack it, and it is still the same.
  const isAwaited = canonical === null && cursor.block_number <= head.number + blocksApart(chainId);
  if (canonical === cursor.block_hash || isAwaited)
    return { next: cursor.block_number + 1n, parentHash: cursor.block_hash };
  return goBack(context, chainId, cursor.block_number, head);
}

/** Where to start again when the block at `number` has changed: 64 blocks back, or at the last finalized one. */
async function goBack(context: AppContext, chainId: ChainId, number: bigint, head: Head): Promise<Place> {
  const { finalized } = await context.db
    .selectFrom('chain_cursors')
    .select('finalized')
    .where('chain_id', '=', BigInt(chainId))
    .executeTakeFirstOrThrow();
  const lowest = number > head.number ? head.number : number;
  const back = lowest > REWIND ? lowest - REWIND : 0n;
  // Nobody rewrites finalized blocks, so there is no need to read further back.
  const from = finalized > 0n && finalized < back ? finalized : back;
  const start = startBlock(context, chainId);
  return { next: from > start ? from : start, parentHash: null };
}

/** Halves the blocks after each failure, down to one: full ones can exceed what a source answers at once. */
async function readFewerUntilRead(
  context: AppContext,
  chainId: ChainId,
  from: bigint,
  to: bigint,
): Promise<readonly AgreedBlock[]> {
  const chain = chainOf(context, chainId);
  let last = to;
  for (;;) {
    try {
      const blocks = await readBlocks(context, chainId, from, last);
      chain.scanSize = Math.min(LARGEST_SCAN, chain.scanSize * 2);
      return blocks;
    } catch (error) {
      if (last === from) throw error;
      chain.scanSize = Math.max(1, Math.floor(Number(last - from + 1n) / 2));
      last = from + BigInt(chain.scanSize) - 1n;
    }
  }
}

/**
 * Reads blocks up to the first on which fewer than `quorum` sources agree. Keeps every payment that any source names in
 * time, and syncTransaction() checks it by quorum: the cursor moves on, so a source must not be able to hide payments
 * by omission. Throws ChainUnavailableError if there is no such block while a source fails.
 */
async function readBlocks(
  context: AppContext,
  chainId: ChainId,
  from: bigint,
  to: bigint,
): Promise<readonly AgreedBlock[]> {
  const { quorum } = chainOf(context, chainId);
  const tokens = TOKENS.flatMap((token) =>
    token.chainId === chainId && token.address !== null ? [token.address] : [],
  );
  const numbers = Array.from({ length: Number(to - from) + 1 }, (_, position) => from + BigInt(position));
  const views = await viewsOf(chainOf(context, chainId), (source) => {
    const options = { presaleAddress: context.env.presaleAddress, tokens, alone: from === to };
    return Promise.all(numbers.map((number) => scanBlock(source, number, options)));
  });
  const known: AgreedBlock[] = [];
  for (const position of numbers.keys()) {
    const block = agreedBlock(
      views.map((view) => view?.[position] ?? null),
      quorum,
    );
    const previous = known.at(-1);
    if (block === null || (previous !== undefined && block.parentHash !== previous.hash)) break;
    known.push(block);
  }
  return known;
}

type View = readonly (ScannedBlock | null)[] | null;

/**
 * What each source tells; null for one that fails or is late. Throws ChainUnavailableError if one fails and the
 * others do not agree on the first block: it may yet tell fewer blocks, or that one alone.
 */
async function viewsOf(
  { chainId, sources, quorum }: ChainSources,
  read: (source: Source) => Promise<View>,
): Promise<readonly View[]> {
  const views: View[] = sources.map(() => null);
  let failure: unknown;
  let timer: NodeJS.Timeout | undefined;
  const isFirstAgreed = (told: readonly View[]) =>
    agreedBlock(
      told.map((view) => view?.[0] ?? null),
      quorum,
    ) !== null;
  const gather = async (asked: readonly Promise<View>[]) => {
    await new Promise<void>((resolve) => {
      const told = asked.map(async (view, position) => {
        try {
          views[position] = await view;
          if (timer === undefined && isFirstAgreed(views)) timer = setTimeout(resolve, LATER_MS);
        } catch (error) {
          failure = error;
        }
      });
      void Promise.all(told).then(() => resolve());
    });
    clearTimeout(timer);
    if (failure !== undefined && !isFirstAgreed(views))
      throw new ChainUnavailableError(`blocks of chain ${chainId} cannot be read`, { cause: failure });
    // A late one must not change them any more.
    return [...views];
  };
  return readFromAll(sources, read, gather, isFirstAgreed);
}

/** The block that `quorum` of the sources agree on, with everything any of them names; null if they do not agree. */
function agreedBlock(views: readonly (ScannedBlock | null)[], quorum: number): AgreedBlock | null {
  for (const view of views) {
    if (view === null) continue;
    const same = views.map((other) =>
      other?.hash === view.hash && other.parentHash === view.parentHash ? other : null,
    );
    if (same.filter((other) => other !== null).length < quorum) continue;
    const isUntold = same.filter((other) => other?.isUntold === false).length < quorum;
    return { ...view, ...namedBy(same, view, quorum), isUntold };
  }
  return null;
}

/**
 * What the sources name in a block. A transaction that `quorum` of them name gets the transfers that as many show, else
 * the most that one of them shows. Any other counts as named by the first such source alone, and nobody vouches for its
 * transfers.
 */
function namedBy(
  views: readonly (ScannedBlock | null)[],
  block: LoneName['block'],
  quorum: number,
): Pick<AgreedBlock, 'transactions' | 'lone'> {
  const named = new Map<string, { readonly source: number; readonly versions: NamedTransaction[] }>();
  for (const [source, view] of views.entries()) {
    for (const transaction of view?.transactions ?? []) {
      const known = named.get(transaction.hash);
      if (known === undefined) named.set(transaction.hash, { source, versions: [transaction] });
      else known.versions.push(transaction);
    }
  }
  const all = [...named];
  return {
    transactions: all.flatMap(([hash, { versions }]) => (versions.length < quorum ? [] : [agreedOn(hash, versions)])),
    lone: all.flatMap(([hash, { source, versions }]) =>
      versions.length < quorum ? [{ block, hash, source, transfers: versions[0]?.transfers ?? [] }] : [],
    ),
  };

  function agreedOn(hash: string, versions: readonly NamedTransaction[]): NamedTransaction {
    const shared = versions.find(
      ({ transfers }) => versions.filter((other) => isDeepStrictEqual(other.transfers, transfers)).length >= quorum,
    );
    const [most] = versions.toSorted((a, b) => b.transfers.length - a.transfers.length);
    return { hash, transfers: (shared ?? most)?.transfers ?? [] };
  }
}

/** Stores the transactions that the blocks name and moves the cursor past them, in one database transaction. */
async function saveProgress(
  context: AppContext,
  chainId: ChainId,
  { blocks, end }: { readonly blocks: readonly AgreedBlock[]; readonly end: ScannedBlock },
  head: Head,
): Promise<void> {
  const at = BigInt(context.now());
  const cursor = {
    block_number: end.number,
    block_hash: end.hash,
    head: head.number,
    finalized: head.finalized,
    updated_at: at,
  };
  const left = await context.db.transaction().execute(async (tx) => {
    const coinE8 = await lastPrice(tx, BigInt(chainId));
    for (const { number, hash, transactions } of blocks) {
      const seen = { block_number: number, block_hash: hash, tries: 0n, next_check_at: at };
      await chunked(transactions, async (slice) => {
        await tx
          .insertInto('sightings')
          .values(
            slice.map((transaction) => ({ ...candidate(chainId, transaction, coinE8), first_seen_at: at, ...seen })),
          )
          .onConflict((conflict) =>
            conflict
              .columns(['chain_id', 'transaction_hash'])
              .doUpdateSet(({ ref }) => ({ ...seen, queue: ref('excluded.queue') })),
          )
          .execute();
        return [];
      });
    }
    await tx
      .insertInto('chain_cursors')
      .values({ chain_id: BigInt(chainId), ...cursor })
      .onConflict((conflict) => conflict.column('chain_id').doUpdateSet(cursor))
      .execute();
    const lone = blocks.flatMap((block) => block.lone);
    return storeLone(tx, chainId, lone, { at, coinE8 });
  });
  await tellOfLone(context, chainId, left);
  for (const { number } of blocks.filter(({ isUntold }) => isUntold))
    await context.alarms.raise(
      'unreadable-transaction',
      String(chainId),
      `block ${number}: too few sources tell its logs, or all of its transactions; what is missing is found by the presale's balance`,
    );
}

/**
 * Stores transactions of a block as candidates, independently of the scan. One that waits already, as of an unknown
 * value or named by too few sources, waits no longer behind what strangers name for gas alone (S24).
 */
export async function nameAgain(
  context: AppContext,
  chainId: ChainId,
  { number, hash, transactions }: Pick<ScannedBlock, 'number' | 'hash' | 'transactions'>,
): Promise<void> {
  const at = BigInt(context.now());
  const coinE8 = await lastPrice(context.db, BigInt(chainId));
  const seen = { block_number: number, block_hash: hash, tries: 0n, next_check_at: at, first_seen_at: at };
  await chunked(transactions, async (slice) => {
    await context.db
      .insertInto('sightings')
      .values(slice.map((transaction) => ({ ...candidate(chainId, transaction, coinE8), ...seen })))
      .onConflict((conflict) =>
        conflict
          .columns(['chain_id', 'transaction_hash'])
          .doUpdateSet(({ ref }) => ({ queue: ref('excluded.queue') }))
          .whereRef('sightings.queue', '>', 'excluded.queue'),
      )
      .execute();
    return [];
  });
}

function candidate(chainId: ChainId, { hash, transfers }: NamedTransaction, coinE8: bigint | null) {
  return { chain_id: BigInt(chainId), transaction_hash: hash, queue: queueOf(chainId, transfers, coinE8) };
}
