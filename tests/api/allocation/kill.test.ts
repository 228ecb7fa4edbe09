import { createHash } from 'node:crypto';
import { existsSync, lutimesSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { manifestSchema } from '#src/contract/allocation.ts';
import { openShard } from '#src/lib/allocation/shard.ts';
import { openDraft, storeList, summaryOf } from '#src/server/money/handover/batch.ts';
import { checkLedger } from '#src/server/money/ledger/check-ledger.ts';
import { latestBatch } from '#src/server/money/sale/latest-batch.ts';
import { stake } from '#src/server/money/staking/stake.ts';
import { openDatabase } from '#src/server/platform/database/migrations/open-database.ts';
import type { Db, Tx } from '#src/server/platform/database/tables.ts';
import { eachEngine, type Place, playsAll } from '#tests/support/each-engine.ts';
import { openHttpApp } from '#tests/support/http-app.ts';
import { type Killed, killDuring, restart } from '#tests/support/kill-while-drafting.ts';
import { random } from '#tests/support/random.ts';
import { sized } from '#tests/support/sized.ts';
import { sharedFolder } from '#tests/support/temporary-folder.ts';

const DAY_MS = 86_400_000;
const SYNX = 1_000_000_000n;
const wallet = (number: number) => `0x${number.toString(16).padStart(40, '0')}`;
/** More than are moved in two transactions. */
const WALLETS = 2_300;
/** Each at another moment. */
const KILLS = sized(20, 1);

eachEngine('kill -9 during a handover', (open, engine) => {
  const chance = random(engine === 'sqlite' ? 39 : 40);
  let place: Place;
  const folder = sharedFolder();
  let now = 0;
  let before: unknown;
  beforeAll(async () => {
    place = await open();
    const http = await openHttpApp({ location: place.location });
    const { db } = http.context;
    for (const buyer of [wallet(1), wallet(2)]) await http.credit(buyer, 1_000n);
    await stake(db, wallet(2), 7n * SYNX, http.clock.now);
    const rows = Array.from({ length: WALLETS }, (_, index) => sql`(${wallet(100 + index)}, 10, 1, 0)`);
    await sql`insert into participants (wallet, points, established, created_at) values ${sql.join(rows)}`.execute(db);
    now = http.clock.now + DAY_MS;
    before = await books(db);
    await http.close();
  });

  const play = (act: Killed['act'], killAt: number | null) => {
    age(folder);
    return killDuring({
      ...{ act, folder, now, killAt, location: place.location },
      terms: { chainId: 56, opens: now + 30 * DAY_MS, objectionMs: 0 },
    });
  };
  /** Of the database that a killed process left, or a stopped server. */
  const look = async <Result>(read: (db: Db) => Promise<Result>): Promise<Result> => {
    const database = await openDatabase(place.location);
    try {
      expect(await checkLedger(database.db)).toEqual([]);
      return await read(database.db);
    } finally {
      await database.close();
    }
  };
  const books = async (db: Db) => {
    const rows = async (query: string) => (await sql.raw(query).execute(db)).rows;
    return [
      await rows('select kind, owner, balance from accounts where balance <> 0 order by kind, owner'),
      await rows('select * from wallet_holdings order by wallet'),
      await rows('select kind, frozen from record_heads order by kind'),
    ];
  };
  /** Nothing of a batch but what is withdrawn, or a whole draft; its root. */
  const leftIn = (db: Db) =>
    latestBatch(db).then(async (batch) => {
      if (batch?.state === 'draft') return batch.root;
      expect(await books(db)).toEqual(before);
      const open = await db.selectFrom('allocation_batches').select('id').where('state', '=', 'draft').execute();
      expect(open).toEqual([]);
      return null;
    });

  test.runIf(playsAll(engine))('leaves a draft or nothing, and a draft or a withdrawn one', async () => {
    const steps = { draft: await play('draft', null), withdraw: 0 };
    const root = await look(leftIn);
    expect(root).toMatch(/^0x/);
    steps.withdraw = (await play('withdraw', null)) ?? 0;
    expect(await look(leftIn)).toBeNull();
    for (let kill = 0; kill < KILLS; kill += 1) {
      const at = 1 + chance.below(steps.draft ?? 0);
      expect(await play('draft', at), `statement ${at}`).toBeNull();
      await restart(place.location, folder);
      if ((await look(leftIn)) === null) await play('draft', null);
      // However often it was begun: the same list.
      expect(await look(leftIn), `statement ${at}`).toBe(root);
      const back = 1 + chance.below(steps.withdraw);
      expect(await play('withdraw', back), `statement ${back}`).toBeNull();
      await restart(place.location, folder);
      if ((await look(leftIn)) !== null) await play('withdraw', null);
      expect(await look(leftIn), `statement ${back}`).toBeNull();
    }
  });

  // Both engines have the same files.
  if (engine === 'sqlite')
    test('leaves a folder that is whole, or none', { tags: 'long' }, async () => {
      await play('draft', null);
      const first = await look(leftIn);
      const steps = (await play('publish', null)) ?? 0;
      expect(published(folder)).toBe(first);
      rmSync(folder, { recursive: true });
      const kill = async (at: number, roots: readonly (string | null)[]) => {
        expect(await play('publish', at), `step ${at} of ${steps}`).toBeNull();
        expect(roots, `step ${at} of ${steps}`).toContain(published(folder));
      };
      // The last step puts the files in their place; after it those which they replace are removed.
      for (const at of [1 + chance.below(steps - 1), steps]) await kill(at, [null]);
      await play('publish', null);
      expect(published(folder)).toBe(first);
      const second = await look((db) => db.transaction().execute(addOne));
      await kill(steps, [first]);
      // First it removes what the one before has left: a folder and a link.
      await kill(2 + steps + 1, [second]);
      await play('publish', null);
      expect(published(folder)).toBe(second);
      expect(readdirSync(folder)).toHaveLength(2);
    });
});

/** Another list of the same batch; its root. */
async function addOne(tx: Tx): Promise<string> {
  const { id } = await openDraft(tx);
  await sql`update allocation_entries set bought = bought + 1 where address = ${wallet(100)}`.execute(tx);
  return (await storeList(tx, id, await summaryOf(tx, id))).root;
}

/** Has what is hidden in a folder be of yesterday: nobody removes what another instance may be writing. */
function age(folder: string): void {
  const yesterday = (Date.now() - DAY_MS) / 1_000;
  for (const name of existsSync(folder) ? readdirSync(folder) : [])
    if (name.startsWith('.')) lutimesSync(join(folder, name), yesterday, yesterday);
}

/** The root of the only batch in the folder, all of whose files belong to it; null if none can be read there. */
function published(folder: string): string | null {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.')) : [];
  const [batch] = names;
  if (batch === undefined) return null;
  const read = (file: string) => readFileSync(join(folder, batch, file), 'utf8');
  const { root, listHash, setAsideHash, wallets } = manifestSchema.parse(JSON.parse(read('manifest.json'))).payload;
  const hashOf = (file: string) => `0x${createHash('sha256').update(read(file)).digest('hex')}`;
  expect([hashOf('list.txt'), hashOf('set-aside.txt')]).toEqual([listHash, setAsideHash]);
  const files = readdirSync(join(folder, batch, 's'));
  const shards = files.filter((file) => file.endsWith('.json'));
  expect(files.toSorted()).toEqual(shards.flatMap((file) => [file, `${file}.br`, `${file}.gz`]).toSorted());
  const entries = shards.map((file) => openShard(read(join('s', file)), root).entries());
  expect(entries.flat()).toHaveLength(wallets);
  return root;
}
