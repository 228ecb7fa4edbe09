// npm run records recounts the records of the database in the environment; npm run records -- https://site recounts
// those that a site publishes, from anywhere. Exits with 1 if a record, a link or a root is invalid; docs/records.md
// says what follows.
import { RECORD_KINDS } from '#src/contract/records.ts';
import { type RecordSource, verifyRecords } from '#src/lib/hash/verify-records.ts';
import { printable, printableLines } from '#src/lib/text/printable.ts';
import { databaseOf } from '#src/server/platform/database/settings.ts';
import { readEnvWithoutChains } from '#src/server/platform/env/env.ts';
import { readSettings } from '#src/server/platform/env/settings.ts';
import { openDatabase } from '#src/server/platform/migrations/open-database.ts';
import { readPublishedRecords } from '#src/server/platform/records/published-records.ts';
import { storedRecords } from '#src/server/platform/records/stored-records.ts';

async function recount(source: RecordSource): Promise<boolean> {
  let sound = true;
  for (const kind of RECORD_KINDS) {
    const { records, days, head, problems, notes } = await verifyRecords(source, kind);
    console.log(`${kind}: ${records} records, ${days} closed days, last hash ${printable(head)}`);
    for (const line of [...problems, ...notes]) console.log(`  ${printable(line)}`);
    sound &&= problems.length === 0;
  }
  console.log(sound ? 'Every record follows from the one before.' : 'The records are not valid.');
  return sound;
}

async function main(): Promise<boolean> {
  const [origin] = process.argv.slice(2);
  if (origin !== undefined) return recount(readPublishedRecords(origin));
  const [location] = databaseOf(readEnvWithoutChains(readSettings()));
  const database = await openDatabase(location);
  try {
    return await recount(storedRecords(database.db));
  } finally {
    await database.close();
  }
}

// If it creates a database, that is for this user alone.
process.umask(0o077);

main().then(
  (sound) => {
    process.exitCode = sound ? 0 : 1;
  },
  (error: unknown) => {
    // One line if it may quote a site; invalid settings are a line each.
    const shown = process.argv[2] === undefined ? printableLines : printable;
    console.error(shown(error instanceof Error ? error.message : String(error)));
    process.exitCode = 1;
  },
);
