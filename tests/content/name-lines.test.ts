import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nameLines } from '#src/build/content/name-lines.ts';
import { folderOfTest } from '#tests/support/temporary-folder.ts';

it('names the line of a key and of its field in a JSON file, and leaves other messages alone', () => {
  const root = folderOfTest();
  mkdirSync(join(root, 'content/i18n'), { recursive: true });
  const facts = { a: { value: '1', unit: 'x' }, 'b.c': { value: '2', unit: 'y' } };
  writeFileSync(join(root, 'content/facts.json'), JSON.stringify(facts, null, 2));
  writeFileSync(join(root, 'content/i18n/de.json'), JSON.stringify({ one: '1', two: '2' }, null, 2));
  const named = nameLines(
    [
      'content/facts.json: b.c: unit: Invalid option',
      'content/facts.json: b.c: source: missing',
      'content/i18n/de.json: two: unknown key',
      'content/i18n/de.json: three: missing or not a text',
      'content/faq/en/general.md:1: title: is missing',
    ],
    root,
  );
  expect(named).toEqual([
    'content/facts.json:8: b.c: unit: Invalid option',
    'content/facts.json:6: b.c: source: missing',
    'content/i18n/de.json:3: two: unknown key',
    'content/i18n/de.json: three: missing or not a text',
    'content/faq/en/general.md:1: title: is missing',
  ]);
});
