import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { areaOf } from '#tests/mutants/draw.ts';
import { EQUIVALENT } from '#tests/mutants/equivalent.ts';

test('every equivalent mutant is of an area, and the text that it changes is in its file', () => {
  for (const { file, find, reason } of EQUIVALENT) {
    expect(areaOf(file).name).not.toBe('');
    expect(readFileSync(file, 'utf8').replace(/\s+/g, ' ')).toContain(find);
    expect(reason).not.toBe('');
  }
});
