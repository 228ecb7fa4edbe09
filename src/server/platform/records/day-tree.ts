import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { RecordKind } from '#src/contract/records.ts';
import { merklePath, merkleRoot, type NodeHash } from '#src/lib/hash/merkle.ts';
import type { Db } from '../database/tables.ts';

/** We store every eighth level of a tree, so that a path needs 256 hashes of each. */
const LEVELS = 8;
const WIDTH = 2 ** LEVELS;
/** Leaves per statement: a few milliseconds of hashing. */
const PAGE = 4 * WIDTH;
/** Rows per statement. */
const ROWS = 100;

/** A node's hash by the built-in SHA-256, ten times as fast as the one that browsers share (lib/hash/merkle.ts). */
const nodeHash: NodeHash = (left, right) => hash('sha256', Buffer.from(`01${left}${right}`, 'hex'));

/** The numbers of one kind's records on one day. */
export interface Day {
  readonly kind: RecordKind;
  readonly day: string;
  readonly first: bigint;
  readonly last: bigint;
}

interface Node {
  readonly level: number;
  readonly position: number;
  readonly hash: string;
}

/** The tree of a day: its root, and the nodes to store. Lets requests in between the pages it reads. */
export async function dayTree(db: Db, day: Day): Promise<{ readonly root: string; readonly nodes: readonly Node[] }> {
  const size = Number(day.last - day.first) + 1;
  const nodes: Node[] = [];
  let level: string[] = [];
  for (let at = 0; at < size; at += PAGE) {
    const leaves = await leavesOf(db, day, { from: at, count: Math.min(PAGE, size - at) });
    for (let block = 0; block < leaves.length; block += WIDTH)
      level.push(merkleRoot(leaves.slice(block, block + WIDTH), nodeHash));
    await setImmediate();
  }
  for (let height = LEVELS; ; height += LEVELS) {
    if (level.length > 1) nodes.push(...level.map((hash, position) => ({ level: height, position, hash })));
    if (level.length <= WIDTH) return { root: merkleRoot(level, nodeHash), nodes };
    const next: string[] = [];
    for (let block = 0; block < level.length; block += WIDTH) {
      next.push(merkleRoot(level.slice(block, block + WIDTH), nodeHash));
      await setImmediate();
    }
    level = next;
  }
}

/** Stores the nodes of a closed day, all or none; another instance may already have done so. */
export async function storeNodes(db: Db, { kind, day }: Day, nodes: readonly Node[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (let at = 0; at < nodes.length; at += ROWS) {
      const rows = nodes
        .slice(at, at + ROWS)
        .map(({ level, position, hash }) => ({ kind, day, level: BigInt(level), position: BigInt(position), hash }));
      await tx
        .insertInto('record_nodes')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
  });
}

/** The hashes from one record of a closed day up to its root; reads 256 of each stored level. */
export async function pathInDay(db: Db, day: Day, number: bigint): Promise<string[]> {
  const size = Number(day.last - day.first) + 1;
  const index = Number(number - day.first);
  const path: string[] = [];
  let width = size;
  let at = index;
  for (let height = 0; ; height += LEVELS) {
    const block = Math.floor(at / WIDTH);
    const from = block * WIDTH;
    const count = Math.min(WIDTH, width - from);
    const part = { from, count };
    const hashes = height === 0 ? await leavesOf(db, day, part) : await nodesOf(db, day, height, part);
    path.push(...merklePath(hashes, at - from, nodeHash));
    if (width <= WIDTH) return path;
    width = Math.ceil(width / WIDTH);
    at = block;
  }
}

interface Part {
  readonly from: number;
  readonly count: number;
}

async function leavesOf(db: Db, { kind, first }: Day, { from, count }: Part): Promise<string[]> {
  const rows = await db
    .selectFrom('records')
    .select('hash')
    .where('kind', '=', kind)
    .where('number', '>=', first + BigInt(from))
    .where('number', '<', first + BigInt(from + count))
    .orderBy('number')
    .execute();
  return whole(rows, count);
}

async function nodesOf(db: Db, day: Day, level: number, { from, count }: Part): Promise<string[]> {
  const { kind } = day;
  const rows = await db
    .selectFrom('record_nodes')
    .select('hash')
    .where((where) => where.and({ kind, day: day.day, level: BigInt(level) }))
    .where('position', '>=', BigInt(from))
    .where('position', '<', BigInt(from + count))
    .orderBy('position')
    .execute();
  if (rows.length === count) return whole(rows, count);
  // An earlier release closed this day, and its nodes are not stored yet.
  const { nodes } = await dayTree(db, day);
  return nodes
    .filter((node) => node.level === level)
    .map(({ hash }) => hash)
    .slice(from, from + count);
}

function whole(rows: readonly { readonly hash: string }[], count: number): string[] {
  if (rows.length !== count) throw new RangeError(`${rows.length} of ${count} hashes`);
  return rows.map(({ hash }) => hash);
}

/** A closed day that needs nodes and has none; null if there is none. */
export async function dayWithoutNodes(db: Db): Promise<Day | null> {
  const row = await db
    .selectFrom('record_roots')
    .select(['kind', 'day', 'first', 'last'])
    .where(sql<boolean>`last - first >= ${WIDTH}`)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('record_nodes')
            .select('hash')
            .whereRef('record_nodes.kind', '=', 'record_roots.kind')
            .whereRef('record_nodes.day', '=', 'record_roots.day'),
        ),
      ),
    )
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}
