import type { ChainId } from '#src/config/chains.ts';
import type { NamedTransaction } from '#src/server/platform/chains/source.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import { chunked } from '#src/server/platform/database/statements.ts';
import type { Tx } from '#src/server/platform/database/tables.ts';
import { FIRST_LONE_QUEUE, queueOf } from '../verify/worth.ts';

/** How many transactions each source may have waiting that too few others name. */
const MOST_WAITING = 200;

/** A transaction that too few sources name: the position (from 0) of the first that does, and what that one shows. */
export interface LoneName extends NamedTransaction {
  readonly block: { readonly number: bigint; readonly hash: string };
  readonly source: number;
}

/**
 * Stores candidates that too few sources name, the dearest first and up to a limit per source, which may invent any
 * number. Returns the rest: the posted hash or the balance still reveals a real payment (S6, S24).
 */
export async function storeLone(
  tx: Tx,
  chainId: ChainId,
  named: readonly LoneName[],
  { at, coinE8 }: { readonly at: bigint; readonly coinE8: bigint | null },
): Promise<readonly LoneName[]> {
  if (named.length === 0) return [];
  const queues = new Map(named.map((name) => [name, Number(queueOf(chainId, name.transfers, coinE8))]));
  const waiting = await tx
    .selectFrom('sightings')
    .select(({ fn }) => ['queue', fn.countAll<bigint>().as('count')])
    .where('chain_id', '=', BigInt(chainId))
    .where('queue', '>=', FIRST_LONE_QUEUE)
    .groupBy('queue')
    .execute();
  const taken = new Map(waiting.map(({ queue, count }) => [Number(queue - FIRST_LONE_QUEUE), Number(count)]));
  const left: LoneName[] = [];
  const dearestFirst = named.toSorted((a, b) => (queues.get(a) ?? 0) - (queues.get(b) ?? 0));
  const kept = dearestFirst.filter((name) => {
    const before = taken.get(name.source) ?? 0;
    if (before >= MOST_WAITING) left.push(name);
    else taken.set(name.source, before + 1);
    return before < MOST_WAITING;
  });
  await chunked(kept, async (slice) => {
    const rows = slice.map(({ block, hash, source }) => ({
      ...{ chain_id: BigInt(chainId), transaction_hash: hash, queue: FIRST_LONE_QUEUE + BigInt(source) },
      ...{ block_number: block.number, block_hash: block.hash, first_seen_at: at, tries: 0n, next_check_at: at },
    }));
    // Leaves a waiting one as it is: a single source can neither postpone it nor keep it for ever.
    await tx
      .insertInto('sightings')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['chain_id', 'transaction_hash']).doNothing())
      .execute();
    return [];
  });
  return left;
}

/** Reports those without room in one alarm per source. */
export async function tellOfLone({ alarms }: AppContext, chainId: ChainId, left: readonly LoneName[]): Promise<void> {
  for (const source of new Set(left.map((name) => name.source))) {
    const own = left.filter((name) => name.source === source);
    await alarms.tally({
      ...{ kind: 'lone-source', subject: `${chainId}/${source + 1}`, example: `block ${own[0]?.block.number}` },
      detail: `source ${source + 1} names payments that too few others do; of these, ${MOST_WAITING} at most are looked for`,
      mark: async () => own.length,
    });
  }
}
