import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOfTest } from '#tests/support/temporary-folder.ts';
import { jsonFault, jsonFaults } from '../../bootstrap/json-faults.mjs';

describe('a mistake in a JSON file is named by file and line', () => {
  it.each([
    ['a comma too many at the end', '{\n  "a": "1",\n}', 3],
    ['two commas', '{\n  "a": "1",,\n  "b": "2"\n}', 2],
    ['a missing comma', '{\n  "a": "1"\n  "b": "2"\n}', 3],
    ['a quotation mark in a text', '{\n  "a": "say "x" here",\n  "b": "2"\n}', 2],
    ['a missing quotation mark', '{\n  "a": "1\n}', 2],
    ['a word without marks, in a long file', '{\n  "averylongkey": 1,\n  "another": xyz, "more": 12345678\n}\n', 3],
    ['a word alone', '\nx\n', 2],
    ['an end too early', '{\n  "a": [1,\n', 2],
    ['a brace too many', '{\n  "a": "1"\n}}\n', 3],
  ])('%s', (_, text, line) => {
    expect(jsonFault('content/x.json', text)).toMatch(
      new RegExp(`^content/x.json:${line}: [^\n]+: a comma, quotation mark or bracket is missing or too many, here`),
    );
  });

  it('and nothing in a sound one', () => {
    expect(jsonFault('content/x.json', '{ "a": [1, "2"] }')).toBeNull();
  });

  it('in every folder of content/', () => {
    const root = folderOfTest();
    expect(jsonFaults(root)).toEqual([]);
    mkdirSync(join(root, 'content/i18n'), { recursive: true });
    for (const [file, text] of [
      ['facts.json', '{}'],
      ['i18n/de.json', '{,}'],
      ['i18n/note.md', '{,}'],
    ] as const)
      writeFileSync(join(root, 'content', file), text);
    expect(jsonFaults(root)).toEqual([expect.stringContaining('content/i18n/de.json:1: ')]);
  });
});
