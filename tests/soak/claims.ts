import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { AllocationView } from '#src/contract/allocation.ts';
import { verifyRecords } from '#src/lib/hash/verify-records.ts';
import { openDatabase } from '#src/server/platform/database/migrations/open-database.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { storedRecords } from '#src/server/platform/records/stored-records.ts';
import { drawWorld, placeWorld, WORLD_SUPPLY } from '#tests/support/claims/claim-world.ts';
import { playYear } from '#tests/support/claims/claim-year.ts';
import { inspect } from '#tests/support/credited-once.ts';
import { type MortalServer, startMortalServer } from '#tests/support/kill-server.ts';
import { storeFinalList } from '#tests/support/store-final-list.ts';
import { startTestChains } from '#tests/support/test-chains.ts';

/** Within this time the server has named the funding that is in the chain. */
const PATIENCE_MS = 30_000;

/**
 * A year of claims on the claim chain, next to the real server: `claims [wallets] [seed]`. The server is killed
 * with SIGKILL in one of four fortnights.
 */
export async function soakClaims([count = '1000', seed = '1']: readonly string[]): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'synx-claims-'));
  const location = join(folder, 'data', 'synx.sqlite');
  const supply = join(folder, 'supply.json');
  await writeFile(supply, WORLD_SUPPLY);
  // Two blocks later a block is final: the fate of reorganisations that go deeper is played as well.
  const chains = await startTestChains({ slotsInEpoch: 1 });
  const begun = performance.now();
  let server: MortalServer | undefined;
  try {
    const client = chains.client(56);
    const world = await drawWorld(client, Number(count), Number(seed));
    await withDatabase(location, async (db) => {
      await storeFinalList(db, world.batch.opens_at);
      await placeWorld(client, world, db);
    });
    const start = () =>
      startMortalServer(chains, location, { SUPPLY_TABLE: supply, AUDIT_REPORT_HASH: 'ab'.repeat(32) });
    server = await start();
    const left: string[] = [];
    const year = await playYear(client, world, {
      // Its loop looks every two seconds.
      look: async () => void (await setTimeout(0)),
      kill: async () => {
        await server?.kill();
        left.push(...(await inspect(location, soundRecords)));
        server = await start();
      },
    });
    const faults = [...year.faults, ...left, ...(await misread(server, year.funding))];
    await server.stop();
    faults.push(...(await inspect(location, async (db) => [...(await soundRecords(db)), ...(await openAlarms(db))])));
    console.log(
      `${count} wallets, seed ${seed}, ${Math.round((performance.now() - begun) / 1_000)} s: ${year.claims} claims paid, ` +
        `${year.refused} refused, ${year.skipped} entries skipped, ${year.replaced} transactions replaced, ` +
        `${year.reorgs} reorganisations, ${year.kills} kills; the page said ` +
        `${Object.entries(year.told)
          .map(([kind, times]) => `${kind} ${times} times`)
          .join(', ')}; ${faults.length} faults`,
    );
    for (const fault of faults) console.log(`  ${fault}`);
    return faults.length === 0;
  } finally {
    await server?.kill();
    await chains.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function withDatabase(location: string, work: (db: Db) => Promise<void>): Promise<void> {
  const database = await openDatabase(location);
  await work(database.db).finally(() => database.close());
}

async function soundRecords(db: Db): Promise<string[]> {
  const { problems } = await verifyRecords(storedRecords(db), 'allocation');
  return [...problems];
}

async function openAlarms(db: Db): Promise<string[]> {
  const alarms = await db
    .selectFrom('alarms')
    .select('detail')
    .where('kind', '=', 'distributor-mismatch')
    .where('resolved_at', 'is', null)
    .execute();
  return alarms.map(({ detail }) => `distributor-mismatch: ${detail}`);
}

/** What the server says of the contract, unless it is that of the chain. */
async function misread({ url }: MortalServer, funding: string): Promise<string[]> {
  const until = performance.now() + PATIENCE_MS;
  let said: AllocationView['distributor'] = null;
  while (performance.now() < until) {
    said = ((await (await fetch(`${url}/api/allocation`)).json()) as AllocationView).distributor;
    if (said?.fundedTx === funding) return [];
    await setTimeout(500);
  }
  return [`the server says that ${JSON.stringify(said)} was funded, not by ${funding}`];
}
