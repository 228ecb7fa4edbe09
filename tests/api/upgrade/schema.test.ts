import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '#src/server/platform/database/migrations/open-database.ts';
import { eachEngine } from '#tests/support/each-engine.ts';
import { readSchema, type SchemaFact, schemaBreaks, schemaFacts } from '#tests/support/schema-facts.ts';
import { RELEASES } from '#tests/upgrade/releases.ts';

/** Rules added to older tables since, each with the reason why a server that does not know it works on. */
const HARMLESS = new Map([
  ['alarms.alarms_open', 'a second alarm of one kind and subject is refused; raising an alarm never throws'],
  ...['participants', 'votes'].flatMap((table) =>
    ['counted', 'uncounted', 'counted_insert', 'counted_update', 'counted_delete'].map(
      (name) => [`${table}.${table}_${name}`, 'counts the rows that any server writes'] as const,
    ),
  ),
]);

eachEngine('a server of a release on the schema of this version', (place) => {
  // A release's servers continue to write during an upgrade and after a roll-back.
  test.each(Object.keys(RELEASES))(
    '%s: each column is there, and no statement has to name another one',
    async (release) => {
      const { engine, location } = await place();
      const database = await openDatabase(location);
      try {
        const file = join(import.meta.dirname, `schema-${release}-${engine}.tsv`);
        const before = readSchema(readFileSync(file, 'utf8'));
        expect(before.length).toBeGreaterThan(300);
        const now = await schemaFacts(database);
        const harmful = now.filter(({ table, name, kind }) => kind !== 'rule' || !HARMLESS.has(`${table}.${name}`));
        expect(schemaBreaks(before, harmful)).toEqual([]);
      } finally {
        await database.close();
      }
    },
  );
});

test('it would fail if a column went, changed its type, became required, or a rule was added', () => {
  const of = (name: string, kind: SchemaFact['kind'] = 'optional', type = 'text') => ({
    table: 'wallets',
    name,
    kind,
    type,
  });
  const before = [of('wallet', 'required'), of('country'), of('seen_at', 'optional', 'bigint')];
  expect(schemaBreaks(before, before)).toEqual([]);
  expect(schemaBreaks(before, [...before, of('language'), { ...of('id', 'required'), table: 'new' }])).toEqual([]);
  expect(
    schemaBreaks(before, [of('wallet', 'required'), of('country', 'required'), of('language', 'required')]),
  ).toEqual([
    'wallets.country has become required',
    'wallets.language is new, and required',
    'wallets.seen_at is gone',
  ]);
  expect(
    schemaBreaks(before, [...before.slice(0, 2), of('seen_at', 'optional', 'text'), of('once', 'rule', '')]),
  ).toEqual(['wallets.once (rule) is new', 'wallets.seen_at was bigint and is text']);
});
