import { describe, expect, it } from 'vitest';
import { crowdedTitles } from '#tests/trace/crowded-titles.ts';
import { namedIds } from '#tests/trace/named-ids.ts';
import { losses, tally } from '#tests/trace/tally.ts';

/** Ids that exist nowhere else, as many as asked for. */
const some = (count: number) => Array.from({ length: count }, (_, index) => `R1.00${index}`);
/** Written apart, so that this file names no requirement itself. */
const bracket = (...ids: string[]) => `[${ids.join(' ')}]`;

const requirements = [
  { id: 'R1.001', area: 'wallet', kind: 'rule', text: '' },
  { id: 'R1.002', area: 'wallet', kind: 'rule', text: '' },
  { id: 'R1.003', area: 'pwa', kind: 'flow', text: '' },
  { id: 'R1.004', area: 'pwa', kind: 'note', text: '' },
];

describe('trace', () => {
  it('finds single ids and groups, in brackets only', () => {
    const source = `it('${bracket('R1.001')} a'); it('${bracket('R1.002', 'R1.003')} b'); // R1.004`;
    expect(namedIds(source)).toEqual(['R1.001', 'R1.002', 'R1.003']);
  });

  it('counts per area, notes left out', () => {
    expect(tally(requirements, new Set(['R1.001', 'R1.004']))).toEqual({
      total: 1,
      areas: { pwa: 0, wallet: 1 },
    });
  });

  it('finds every title and step that names more than five, however they are written', () => {
    const five = bracket(...some(5));
    const [three, two, one] = [3, 2, 1].map((count) => bracket(...some(count)));
    const source = [
      `describe('${five}', () => {`,
      `  it('${five} five are few enough', () => {});`,
      `  it('${bracket(...some(6))} six are not', () => {});`,
      `  it('${three} ${two} ${one} nor are they apart', () => {});`,
      `  it(\`\${name} ${bracket(...some(7))}\`, () => {});`,
      `  it('${three} ' +`,
      `    '${three}', () => test.step('${bracket(...some(8))}', () => {}));`,
      `});`,
      `// what isn't a title: ${bracket(...some(9))}`,
    ].join('\n');
    expect(crowdedTitles('a.test.ts', source)).toEqual([
      { line: 3, ids: 6 },
      { line: 4, ids: 6 },
      { line: 5, ids: 7 },
      { line: 6, ids: 6 },
      { line: 7, ids: 8 },
    ]);
  });

  it('notices a loss in an area that another area compensates', () => {
    const now = tally(requirements, new Set(['R1.001', 'R1.002']));
    expect(losses(now, { total: 2, areas: { wallet: 1, pwa: 1 } })).toHaveLength(1);
    expect(losses(now, { total: 3, areas: {} })).toHaveLength(1);
    expect(losses(now, { total: 2, areas: { wallet: 2, pwa: 0 } })).toEqual([]);
  });
});
