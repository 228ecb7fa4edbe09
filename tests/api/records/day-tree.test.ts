// @module-tag long
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { merklePath, merkleRoot } from '#src/lib/hash/merkle.ts';
import { openDatabase } from '#src/server/platform/database/migrations/open-database.ts';
import { dayTree, pathInDay, storeNodes } from '#src/server/platform/records/day-tree.ts';

/** Enough for two stored levels. */
const RECORDS = 66_000;
const DAY = '2026-05-04';

test('a day of any size has the root and the paths of its whole tree, read from a few hashes', async () => {
  const { db, close } = await openDatabase(':memory:');
  await sql
    .raw(
      `insert into records (kind, number, at, body, hash, source)
       with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${RECORDS})
       select 'purchases', n, 0, '{}', lower(hex(randomblob(32))), n from numbers`,
    )
    .execute(db);
  const rows = await db.selectFrom('records').select('hash').orderBy('number').execute();
  const all = rows.map(({ hash }) => hash);
  for (const size of [1, 255, 256, 257, 1_025, RECORDS]) {
    const leaves = all.slice(0, size);
    const day = { kind: 'purchases' as const, day: `${DAY}-${size}`, first: 1n, last: BigInt(size) };
    const { root, nodes } = await dayTree(db, day);
    expect(root).toBe(merkleRoot(leaves));
    // Before its nodes are stored, and with them.
    if (size === 1_025) expect(await pathInDay(db, day, 700n)).toEqual(merklePath(leaves, 699));
    await storeNodes(db, day, nodes);
    const places = size === RECORDS ? [size - 1] : [0, 254, 255, 256, size - 2, size - 1];
    for (const index of new Set(places.filter((at) => at >= 0 && at < size)))
      expect(await pathInDay(db, day, BigInt(index + 1))).toEqual(merklePath(leaves, index));
  }
  await close();
});
