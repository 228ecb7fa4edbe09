import { expect, it } from 'vitest';
import { matchesQuery } from '#src/lib/text/matches-query.ts';

it('[R2.109] matches case-insensitively, by substring, ignoring the number of spaces', () => {
  expect(matchesQuery('What is the Minimum\n purchase?', 'minimum PURCH')).toBe(true);
  expect(matchesQuery('Где мои Токены?', 'токен')).toBe(true);
  expect(matchesQuery('What is SYNX?', '  synx ')).toBe(true);
  expect(matchesQuery('What is SYNX?', '')).toBe(true);
  expect(matchesQuery('What is SYNX?', 'synxx')).toBe(false);
});
