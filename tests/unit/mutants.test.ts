import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { areaOf, isDrawn, mutantAt } from '#tests/mutants/draw.ts';
import { EQUIVALENT } from '#tests/mutants/equivalent.ts';
import { figuresOf, survivors } from '#tests/mutants/figures.ts';
import { readReport } from '#tests/mutants/plant.ts';

const SOURCE = 'if (left >\n    right) return;\nreturn left;';
const PLACE = { start: { line: 1, column: 5 }, end: { line: 2, column: 10 } };
const MUTANT = { file: 'src/lib/a.ts', find: 'left > right', replace: 'true' };

test('a mutant is its texts, wherever they are in the file', () => {
  expect(mutantAt('src/lib/a.ts', SOURCE, PLACE, 'true')).toEqual(MUTANT);
  const end = { start: { line: 3, column: 8 }, end: { line: 3, column: 12 } };
  expect(mutantAt('src/lib/a.ts', SOURCE, end, '')).toMatchObject({ find: 'left', replace: '' });
});

test('the same seed draws the same mutants, in the stated share', () => {
  const all = Array.from({ length: 5_000 }, (_, index) => ({ ...MUTANT, replace: String(index) }));
  const drawn = (seed: string) => all.filter((each) => isDrawn(each, 20, seed));
  expect(drawn('one')).toEqual(drawn('one'));
  expect(drawn('one')).not.toEqual(drawn('other'));
  expect(drawn('one').length / all.length).toBeCloseTo(0.2, 1);
  expect(all.filter((each) => isDrawn(each, 100, 'one'))).toHaveLength(all.length);
});

test('an equivalent mutant counts neither as killed nor as a survivor', () => {
  const outcome = (replace: string, status: 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage') => ({
    ...MUTANT,
    replace,
    status,
    line: 1,
  });
  const outcomes = [
    outcome('1', 'Killed'),
    outcome('2', 'Timeout'),
    outcome('3', 'Survived'),
    outcome('4', 'NoCoverage'),
  ];
  const equivalent = [{ ...MUTANT, replace: '3', reason: 'both are equal here' }];
  expect(survivors(outcomes, equivalent)).toEqual([outcomes[3]]);
  expect(figuresOf(outcomes, equivalent)).toEqual([
    { area: 'lib', drawn: 4, equivalent: 1, killed: 2, percent: 200 / 3 },
    { area: 'all', drawn: 4, equivalent: 1, killed: 2, percent: 200 / 3 },
  ]);
});

test('a report has the fate of drawn mutants, and the places of those that only a loading module runs', () => {
  const reported = (replacement: string, status: 'Killed' | 'CompileError' | 'Ignored', isConstant: boolean) => ({
    ...{ location: PLACE, replacement, status, static: isConstant },
  });
  const mutants = [
    reported('true', 'Killed', false),
    reported('not drawn', 'CompileError', false),
    reported('', 'Ignored', false),
    reported('false', 'Ignored', true),
  ];
  const { outcomes, constants } = readReport({ files: { 'src/lib/a.ts': { source: SOURCE, mutants } } });
  expect(outcomes).toEqual([{ ...MUTANT, line: 1, status: 'Killed' }]);
  expect([...constants]).toEqual(['1 ["src/lib/a.ts","left > right","false"]']);
});

test('every equivalent mutant is of an area, and the text that it changes is in its file', () => {
  for (const { file, find, reason } of EQUIVALENT) {
    expect(areaOf(file).name).not.toBe('');
    expect(readFileSync(file, 'utf8').replace(/\s+/g, ' ')).toContain(find);
    expect(reason).not.toBe('');
  }
});
