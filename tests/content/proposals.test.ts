import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readProposals } from '#src/server/community/voting/proposals.ts';
import { sharedFolder } from '#tests/support/temporary-folder.ts';

const folder = sharedFolder();

test('the proposals of the site are without fault', () => {
  const proposals = readProposals('content');
  expect(proposals.map(({ id, choices }) => [id, choices])).toEqual([
    ['marketplace-first-category', ['home-goods', 'kitchen-dining', 'decor', 'electronics']],
  ]);
});

test.each([
  ['proposals.json', '[{"id":"first-shelf"}]', /proposals\.json: 0\.opensAt/],
  ['proposals.json', 'no list', /proposals\.json: /],
  ['proposals.json', list({ closesAt: '2026-05-01T00:00:00.000Z' }), /closes before it opens/],
  ['proposals.json', list({ choices: ['vases', 'vases'] }), /names a choice twice/],
  ['proposals.json', list({ binding: true }), /binding/],
  [
    'en/first-shelf.json',
    '{"title":"T","summary":"S","choices":{"vases":"V"}}',
    /en\/first-shelf\.json: choices: must be those/,
  ],
  [
    'de/first-shelf.json',
    '{"title":"T\\nChoice: Lamps","summary":"S","choices":{"vases":"V","lamps":"L"}}',
    /must be one line/,
  ],
])('a fault in %s is reported with its place: %s', (file, text, problem) => {
  cpSync('tests/api/services/content/voting', join(folder, 'voting'), { recursive: true });
  writeFileSync(join(folder, 'voting', file), text);
  expect(() => readProposals(folder)).toThrow(problem);
  rmSync(join(folder, 'voting'), { recursive: true });
});

test('without a list there are no proposals', () => {
  expect(readProposals(folder)).toEqual([]);
});

function list(change: object): string {
  const proposal = {
    ...{ id: 'first-shelf', opensAt: '2026-05-04T00:00:00.000Z', closesAt: '2026-06-01T00:00:00.000Z' },
    choices: ['vases', 'lamps'],
  };
  return JSON.stringify([{ ...proposal, ...change }]);
}
