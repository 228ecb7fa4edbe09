import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allFaults } from '#tests/faults/all-faults.ts';
import { titlesAround } from '#tests/faults/naming-tests.ts';
import { planted } from '#tests/faults/planted-copy.ts';
import { sharedFault } from '#tests/faults/shared-fault.ts';
import { readRequirements } from '#tests/trace/requirements.ts';

const ROOT = join(import.meta.dirname, '../..');
const requirements = readRequirements(join(ROOT, 'tests/requirements.tsv'));

test('every requirement has its own fault or that of the statement it repeats', () => {
  const faults = allFaults();
  const without = requirements.filter((each) => each.kind !== 'note' && sharedFault(each, faults) === undefined);
  expect(without.map(({ id }) => id)).toEqual([]);
});

test('every fault belongs to a requirement, and its text occurs once in its file', () => {
  const known = new Set(requirements.map(({ id }) => id));
  for (const fault of allFaults().values()) {
    expect(known, fault.id).toContain(fault.id);
    const source = readFileSync(join(ROOT, fault.file), 'utf8');
    expect(planted(source, fault), fault.id).not.toBe(source);
  }
});

test('a fault whose text occurs twice or never, or changes nothing, is refused', () => {
  const fault = { id: 'R1.001', file: 'src/a.ts', find: 'a', replace: 'b' };
  expect(planted('cat', fault)).toBe('cbt');
  expect(() => planted('data', fault)).toThrow('its text occurs 2 times in src/a.ts');
  expect(() => planted('dot', fault)).toThrow('its text occurs 0 times in src/a.ts');
  expect(() => planted('cat', { ...fault, replace: 'a' })).toThrow('nothing changes');
});

test('an id within a test leads to its title, also from a step, and one in no test to none', () => {
  const id = (number: number) => `[R1.00${number}]`;
  const source = `
    test('the visitor buys and stakes', async () => { await test.step('buys ${id(1)}', () => {}); });
    test.for(cases)('a case of the table %s', () => { say('${id(2)}'); });
    test(\`begins like this \${value}\`, () => { say(\`${id(3)} \${value}\`); });
    const table = ['${id(4)}'];
    test('short', () => { say('${id(5)}'); });`;
  expect(
    Object.fromEntries([...titlesAround('a.test.ts', source)].map(([name, titles]) => [name, [...titles]])),
  ).toEqual({
    'R1.001': ['the visitor buys and stakes'],
    'R1.002': ['a case of the table '],
    'R1.003': ['begins like this '],
  });
});
