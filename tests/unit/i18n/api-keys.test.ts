import { expect, test } from 'vitest';
import { ENGLISH } from '#src/contract/errors.ts';

test('texts that the API answers with state no figure, which only pages fill in', () => {
  const answered = Object.entries(ENGLISH).filter(([key]) => key.startsWith('api.'));
  expect(answered.filter(([, text]) => text.includes('{{'))).toEqual([]);
});
