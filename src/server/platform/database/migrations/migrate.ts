import { setTimeout as pause } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { recordAll } from '../../records/record-missed.ts';
import type { DatabaseEngine } from '../engine.ts';
import type { Tables, Tx } from '../tables.ts';
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
import { establishedSchema } from './0022-established.ts';
import { queuesSchema } from './0024-queues.ts';
import { scaleSchema } from './0025-scale.ts';
import { deletedPointsSchema } from './0026-deleted-points.ts';
import { provenWordsSchema } from './0027-proven-words.ts';
import { anyChainSchema, rebuildPayments } from './0028-any-chain.ts';
import { holdingsRecordsSchema } from './0029-holdings-records.ts';
import { allocationSchema } from './0030-allocation.ts';
import { walletCodesSchema } from './0031-wallet-codes.ts';
import { distributorsSchema } from './0032-distributors.ts';
import { safePayersSchema } from './0033-safe-payers.ts';
import { hashReadsSchema } from './0034-hash-reads.ts';
import { paymentReadsSchema } from './0035-payment-reads.ts';
import { postedHashesSchema } from './0036-posted-hashes.ts';
import { buildIndexes, isLeftForLater, limitLocks } from './build-indexes.ts';
import { type EngineWords, engineWords } from './engine-words.ts';

interface Migration {
  readonly name: string;
  statements(words: EngineWords): readonly string[];
  /** Changes to existing rows; runs in the transaction of the statements. */
  fill?(tx: Tx): Promise<void>;
  /** SQLite only, after the statements: replaces a table while foreign keys are off. */
  rebuild?(tx: Tx): Promise<void>;
}

/** In order of their numbers (0014 and 0023 were never used). Never edit a released migration. */
export const MIGRATIONS: readonly Migration[] = [
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
  { name: '0022-established', statements: establishedSchema },
  { name: '0024-queues', statements: queuesSchema },
  { name: '0025-scale', statements: scaleSchema },
  { name: '0026-deleted-points', statements: deletedPointsSchema },
  { name: '0027-proven-words', statements: provenWordsSchema },
  { name: '0028-any-chain', statements: anyChainSchema, rebuild: rebuildPayments },
  { name: '0029-holdings-records', statements: holdingsRecordsSchema, fill: recordAll },
  { name: '0030-allocation', statements: allocationSchema },
  { name: '0031-wallet-codes', statements: walletCodesSchema },
  { name: '0032-distributors', statements: distributorsSchema },
  { name: '0033-safe-payers', statements: safePayersSchema },
  { name: '0034-hash-reads', statements: hashReadsSchema },
  { name: '0035-payment-reads', statements: paymentReadsSchema },
  { name: '0036-posted-hashes', statements: postedHashesSchema },
];

const LOCK_KEY = 7_391_011;
const TRY_AGAIN_MS = 500;
/** PostgreSQL gave up waiting for a lock. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Brings the schema up to date, one transaction per migration, at READ COMMITTED; instances wait for each other. On
 * PostgreSQL a change waits half a second for its tables and tries again, so that a long transaction delays this start
 * but no writer; indexes follow (buildIndexes), unless a newer release has been here.
 */
export async function migrate(
  db: Kysely<Tables>,
  engine: DatabaseEngine,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  const all = migrations.flatMap((migration) => migration.statements(engineWords(engine)));
  const applied = await appliedNames(db, engine);
  for (const migration of migrations)
    if (!applied.has(migration.name)) await untilUnlocked(() => apply(db, engine, migration, all));
  if (engine === 'postgres' && !isNewer(applied)) await untilUnlocked(() => buildIndexes(db, all));
}

function isNewer(applied: ReadonlySet<string>): boolean {
  return [...applied].some((name) => !MIGRATIONS.some((migration) => migration.name === name));
}

async function apply(
  db: Kysely<Tables>,
  engine: DatabaseEngine,
  migration: Migration,
  all: readonly string[],
): Promise<void> {
  if (engine === 'postgres' || migration.rebuild === undefined) return applyOn(db, engine, migration, all);
  await db.connection().execute(async (connection) => {
    // SQLite ignores this within a transaction.
    await sql`pragma foreign_keys = off`.execute(connection);
    try {
      await applyOn(connection, engine, migration, all);
    } finally {
      await sql`pragma foreign_keys = on`.execute(connection);
    }
  });
}

async function applyOn(
  db: Kysely<Tables>,
  engine: DatabaseEngine,
  migration: Migration,
  all: readonly string[],
): Promise<void> {
  await begin(db, engine).execute(async (tx) => {
    await awaitOthers(tx, engine);
    if (engine === 'postgres') await limitLocks(tx);
    const known = await sql`select name from migrations where name = ${migration.name}`.execute(tx);
    if (known.rows.length > 0) return;
    for (const statement of migration.statements(engineWords(engine))) {
      if (engine === 'postgres' && (await isLeftForLater(tx, statement, all))) continue;
      await sql.raw(statement).execute(tx);
    }
    await migration.fill?.(tx);
    if (engine === 'sqlite' && migration.rebuild !== undefined) {
      await migration.rebuild(tx);
      const { rows } = await sql`pragma foreign_key_check`.execute(tx);
      if (rows.length > 0) throw new Error(`${migration.name} would leave broken references: ${rows.length}`);
    }
    await sql`insert into migrations (name, applied_at) values (${migration.name}, ${BigInt(Date.now())})`.execute(tx);
  });
}

/** The migrations that the database has, once any other instance has finished its own. */
async function appliedNames(db: Kysely<Tables>, engine: DatabaseEngine): Promise<ReadonlySet<string>> {
  return begin(db, engine).execute(async (tx) => {
    await awaitOthers(tx, engine);
    await sql`create table if not exists migrations (name text primary key, applied_at bigint not null)`.execute(tx);
    const { rows } = await sql<{ name: string }>`select name from migrations`.execute(tx);
    return new Set(rows.map(({ name }) => name));
  });
}

function begin(db: Kysely<Tables>, engine: DatabaseEngine) {
  return engine === 'postgres' ? db.transaction().setIsolationLevel('read committed') : db.transaction();
}

async function awaitOthers(tx: Tx, engine: DatabaseEngine): Promise<void> {
  if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${LOCK_KEY})`.execute(tx);
}

async function untilUnlocked(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE)) throw error;
      await pause(TRY_AGAIN_MS);
    }
  }
}
