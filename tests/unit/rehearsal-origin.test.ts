import { expect, test } from 'vitest';
import { rehearsalOrigin } from '#src/dev/rehearsal-origin.ts';

test('a rehearsal at another port names itself by that port, and one at the usual port or with PUBLIC_ORIGIN as before', () => {
  const usual = { HOST: 'localhost', PORT: 4321 };
  expect(rehearsalOrigin({ ...usual, PORT: 5000 })).toBe('http://localhost:5000');
  expect(rehearsalOrigin({ ...usual, HOST: '127.0.0.1' })).toBe('http://127.0.0.1:4321');
  expect(rehearsalOrigin(usual)).toBeNull();
  expect(rehearsalOrigin({ ...usual, PORT: 0 })).toBeNull();
  expect(rehearsalOrigin({ HOST: '0.0.0.0', PORT: 5000 })).toBeNull();
  expect(rehearsalOrigin({ ...usual, PORT: 5000, PUBLIC_ORIGIN: 'http://localhost:8080' })).toBeNull();
});
