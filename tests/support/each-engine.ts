import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, inject, onTestFinished, TestRunner } from 'vitest';
import { openDatabase } from '#src/server/platform/database/migrations/open-database.ts';
import { createSchemaDatabase, makeSerializable } from './create-database.ts';
import { startPgbouncer } from './postgres/pgbouncer.ts';
import { takeDatabase } from './postgres/take-database.ts';
import type {} from './postgres-setup.ts';
import { IS_FULL } from './sized.ts';

/** A new database of one engine. */
export interface Place {
  readonly engine: 'sqlite' | 'postgres';
  readonly location: string;
}

/** One that whoever opened it removes. */
export interface OwnPlace extends Place {
  drop(): Promise<void>;
}

export type EngineTests = (place: () => Promise<Place>, engine: Place['engine']) => void;

/**
 * Declares the same tests for the embedded database and for PostgreSQL; without PostgreSQL those are shown as skipped.
 */
export function eachEngine(title: string, tests: EngineTests): void {
  describe(`${title} (SQLite)`, () => tests(removed(sqlitePlace), 'sqlite'));
  describe.skipIf('unavailable' in inject('postgres'))(`${title} (PostgreSQL)`, () =>
    tests(removed(postgresPlace), 'postgres'),
  );
}

/**
 * The same for cases that differ in what chains answer or people do, while other tests play their statements on both
 * engines: the embedded database plays them in a full run, and wherever PostgreSQL is unavailable.
 */
export function sizedEngines(title: string, tests: EngineTests): void {
  if (playsAll('sqlite')) eachEngine(title, tests);
  else describe(`${title} (PostgreSQL)`, () => tests(removed(postgresPlace), 'postgres'));
}

/** Opens such places; each is gone after the test that opened it, or after the block if a hook of the block did. */
export function removed(open: () => Promise<OwnPlace>): () => Promise<Place> {
  const shared: OwnPlace[] = [];
  afterAll(() => Promise.all(shared.map((place) => place.drop())));
  return async () => {
    const place = await open();
    if (TestRunner.getCurrentTest() === undefined) shared.push(place);
    else onTestFinished(() => place.drop());
    return place;
  };
}

/** Whether this engine plays every case of a large matrix, rather than a slice. */
export function playsAll(engine: Place['engine']): boolean {
  return IS_FULL || engine === 'postgres' || 'unavailable' in inject('postgres');
}

/** A file of the embedded database in a separate folder, with its schema in place. */
export async function sqlitePlace(): Promise<OwnPlace> {
  const folder = await mkdtemp(join(tmpdir(), 'synx-money-'));
  const location = join(folder, 'synx.sqlite');
  schema ??= readSchema();
  await writeFile(location, await schema);
  return { engine: 'sqlite', location, drop: () => rm(folder, { recursive: true, force: true }) };
}

/** The file of a database that was migrated and never used: copying it takes a tenth of the time. */
let schema: Promise<Buffer> | undefined;

async function readSchema(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'synx-schema-'));
  try {
    const file = join(folder, 'synx.sqlite');
    await (await openDatabase(file)).close();
    return await readFile(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A database of the run's PostgreSQL cluster, as its migrations leave it. Throws if there is no cluster. */
export async function postgresPlace(): Promise<OwnPlace> {
  const { url, giveBack } = await takeDatabase();
  return { engine: 'postgres', location: url, drop: giveBack };
}

/** The same, whose transactions and statements are SERIALIZABLE unless they ask for another level. */
export async function serializablePlace(): Promise<OwnPlace> {
  const { url, drop } = await createSchemaDatabase();
  await makeSerializable(url, new URL(url).pathname.slice(1));
  return { engine: 'postgres', location: url, drop };
}

/** The same through PgBouncer in transaction mode; the reason if that is unavailable. */
export async function pooledPlace(): Promise<OwnPlace | { unavailable: string }> {
  const place = await postgresPlace();
  const pooler = await startPgbouncer(place.location);
  if ('unavailable' in pooler) {
    await place.drop();
    return pooler;
  }
  return {
    engine: 'postgres',
    location: pooler.through(place.location),
    drop: async () => {
      await pooler.stop();
      await place.drop();
    },
  };
}
