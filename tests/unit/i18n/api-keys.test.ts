import { expect, test } from 'vitest';
import { REVIEW_HOURS } from '#src/config/limits.ts';
import { ENGLISH } from '#src/contract/errors.ts';

test('texts that the API answers with have their figures, which are those that code applies', () => {
  const answered = Object.entries(ENGLISH).filter(([key]) => key.startsWith('api.'));
  expect(answered.filter(([, text]) => text.includes('{{'))).toEqual([]);
  expect(ENGLISH['api.mission_pending']).toContain(`up to ${REVIEW_HOURS} hours`);
});
