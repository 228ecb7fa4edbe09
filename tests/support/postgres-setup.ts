import type { TestProject } from 'vitest/node';
import { makeSchemaDatabase } from './postgres/schema-database.ts';
import { startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The cluster shared by all test files of a run; createDatabase() gives each a separate database in it. */
    postgres: { url: string } | { unavailable: string };
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
  project.provide('postgres', { url: postgres.url });
  return () => postgres.stop();
}
