import type { TestProject } from 'vitest/node';
import { startPgbouncer } from './postgres/pgbouncer.ts';
import { POSTGRES_MODE } from './postgres/postgres-mode.ts';
import { makeSchemaDatabase } from './postgres/schema-database.ts';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The cluster shared by all test files of a run; createDatabase() gives each a separate database in it. */
    postgres:
      | {
          url: string;
          /** Where its Unix socket is, unless all go through the pooler. */
          socketFolder?: string | undefined;
          /** In the mode `pgbouncer`, its host and port. */
          pooler?: string;
        }
      | { unavailable: string };
  }
}

/** One PostgreSQL cluster for the run; tests reach it through createDatabase(). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres();
  if ('unavailable' in postgres) {
    project.provide('postgres', postgres);
    return async () => {};
  }
  await makeSchemaDatabase(postgres.url);
  if (POSTGRES_MODE !== 'pgbouncer') {
    project.provide('postgres', { url: postgres.url, socketFolder: postgres.socketFolder });
    return () => postgres.stop();
  }
  const pooler = await startPgbouncer(postgres.url);
  if ('unavailable' in pooler) throw new Error(pooler.unavailable);
  project.provide('postgres', { url: postgres.url, pooler: new URL(pooler.through(postgres.url)).host });
  return async () => {
    await pooler.stop();
    await postgres.stop();
  };
}
