import { type Kysely, sql } from 'kysely';
import type { DatabaseEngine } from '../database/engine.ts';
import type { Tables, Tx } from '../database/tables.ts';
import { initialSchema } from './0001-initial.ts';
import { servicesSchema } from './0002-services.ts';
import { sightingsSchema } from './0003-sightings.ts';
import { holdingsSchema } from './0004-holdings.ts';
import { receiptKeysSchema } from './0005-receipt-keys.ts';
import { airdropSchema } from './0006-airdrop.ts';
import { safesSchema } from './0007-safes.ts';
import { staffSchema } from './0008-staff.ts';
import { chainWhatIsThere, recordsSchema } from './0009-records.ts';
import { alertsSchema } from './0010-alerts.ts';
import { chainCorrections, correctionsSchema } from './0011-corrections.ts';
import { lanesSchema } from './0012-lanes.ts';
import { fourEyesSchema } from './0013-four-eyes.ts';
import { chainHeadsSchema } from './0015-chain-heads.ts';
import { countedAlarmsSchema, foldOpenAlarms } from './0016-counted-alarms.ts';
import { postersSchema } from './0017-posters.ts';
import { proofTimesSchema } from './0018-proof-times.ts';
import { contractProofsSchema } from './0019-contract-proofs.ts';
import { retentionSchema } from './0020-retention.ts';
import { countersSchema } from './0021-counters.ts';
import { queuesSchema } from './0024-queues.ts';

interface Migration {
  readonly name: string;
  statements(engine: DatabaseEngine): readonly string[];
  /** Changes that existing rows need; runs in the transaction of the statements. */
  fill?(tx: Tx): Promise<void>;
}

/** In order of their numbers (0014 was never used); a migration that has been released is never edited. */
const MIGRATIONS: readonly Migration[] = [
  { name: '0001-initial', statements: initialSchema },
  { name: '0002-services', statements: servicesSchema },
  { name: '0003-sightings', statements: sightingsSchema },
  { name: '0004-holdings', statements: holdingsSchema },
  { name: '0005-receipt-keys', statements: receiptKeysSchema },
  { name: '0006-airdrop', statements: airdropSchema },
  { name: '0007-safes', statements: safesSchema },
  { name: '0008-staff', statements: staffSchema },
  { name: '0009-records', statements: recordsSchema, fill: chainWhatIsThere },
  { name: '0010-alerts', statements: alertsSchema },
  { name: '0011-corrections', statements: correctionsSchema, fill: chainCorrections },
  { name: '0012-lanes', statements: lanesSchema },
  { name: '0013-four-eyes', statements: fourEyesSchema },
  { name: '0015-chain-heads', statements: chainHeadsSchema },
  { name: '0016-counted-alarms', statements: countedAlarmsSchema, fill: foldOpenAlarms },
  { name: '0017-posters', statements: postersSchema },
  { name: '0018-proof-times', statements: proofTimesSchema },
  { name: '0019-contract-proofs', statements: contractProofsSchema },
  { name: '0020-retention', statements: retentionSchema },
  { name: '0021-counters', statements: countersSchema },
  { name: '0024-queues', statements: queuesSchema },
];

const LOCK_KEY = 7_391_011;

/**
 * Brings the schema up to date in one transaction; several instances starting at once wait for each other. At READ
 * COMMITTED, whatever the database's default is: the one that waited has to see what the other one created.
 */
export async function migrate(db: Kysely<Tables>, engine: DatabaseEngine): Promise<void> {
  const begin = engine === 'postgres' ? db.transaction().setIsolationLevel('read committed') : db.transaction();
  await begin.execute(async (tx) => {
    if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${LOCK_KEY})`.execute(tx);
    await sql`create table if not exists migrations (name text primary key, applied_at bigint not null)`.execute(tx);
    const applied = await sql<{ name: string }>`select name from migrations`.execute(tx);
    const names = new Set(applied.rows.map((row) => row.name));
    for (const migration of MIGRATIONS) {
      if (names.has(migration.name)) continue;
      for (const statement of migration.statements(engine)) await sql.raw(statement).execute(tx);
      await migration.fill?.(tx);
      await sql`insert into migrations (name, applied_at) values (${migration.name}, ${BigInt(Date.now())})`.execute(
        tx,
      );
    }
  });
}
