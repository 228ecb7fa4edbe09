import type { ChainId } from '#src/config/chains.ts';
import type { Db, Tables } from '../database/tables.ts';

type HeadRow = Tables['chain_heads'];

/** The newest head of each chain as its watcher stored it; chains that nobody has watched are missing. */
export async function storedHeads(db: Db): Promise<ReadonlyMap<ChainId, HeadRow>> {
  const rows = await db.selectFrom('chain_heads').selectAll().execute();
  return new Map(rows.map((row) => [Number(row.chain_id) as ChainId, row]));
}

/** The time on a chain (seconds), by its newest block rather than by a server clock that may be wrong. */
export function chainTime(head: HeadRow | undefined, now: number): bigint {
  if (head === undefined) return BigInt(Math.floor(now / 1000));
  const passed = Math.max(0, now - Number(head.seen_at));
  return head.block_time + BigInt(Math.floor(passed / 1000));
}
