import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDb } from '#src/server/platform/database/create-db.ts';
import { openPostgres } from '#src/server/platform/database/postgres.ts';
import { openSqlite } from '#src/server/platform/database/sqlite.ts';
import { startMortalServer } from '#tests/support/kill-server.ts';
import { schemaFacts, writeSchema } from '#tests/support/schema-facts.ts';
import type { startTestChains } from '#tests/support/test-chains.ts';
import { wireFacts, writeFacts } from '#tests/support/wire-facts.ts';
import type { Release } from './release.ts';

const FOLDER = join(import.meta.dirname, '../api/upgrade');

/**
 * Stores the calls of a release, as its server describes them, and the schema that it creates on each engine, unless
 * they are stored already. Returns the new files.
 */
export async function record(
  { version, entry }: Release,
  chains: Awaited<ReturnType<typeof startTestChains>>,
  postgresUrl: string,
): Promise<readonly string[]> {
  const stored: string[] = [];
  const store = (name: string, content: string) => {
    const file = join(FOLDER, name);
    if (existsSync(file)) return;
    writeFileSync(file, content);
    stored.push(file);
  };
  const folder = mkdtempSync(join(tmpdir(), 'synx-record-'));
  try {
    for (const [engine, location] of [
      ['sqlite', join(folder, 'synx.sqlite')],
      ['postgres', postgresUrl],
    ] as const) {
      const server = await startMortalServer(chains, location, {}, entry);
      const described = await (await fetch(`${server.url}/api/openapi.json`)).json();
      await server.stop();
      store(`wire-${version}.tsv`, writeFacts(wireFacts(described)));
      // Opened without the present migrations.
      const opened = engine === 'sqlite' ? openSqlite(location) : openPostgres(location);
      const db = createDb(opened.dialect);
      store(`schema-${version}-${engine}.tsv`, writeSchema(await schemaFacts({ db, engine })));
      await db.destroy();
      await opened.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return stored;
}
