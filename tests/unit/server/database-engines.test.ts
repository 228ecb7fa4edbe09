import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// What lies above them is the same on both engines: most tests of it play on one in a usual run.
test('the engines of the database are named by its own files alone', () => {
  const others = globSync('src/**/*.{ts,tsx,mjs,astro}').filter(
    (file) => !file.startsWith('src/server/platform/database/'),
  );
  expect(others.length).toBeGreaterThan(600);
  expect(others.filter((file) => /sqlite|postgres/i.test(readFileSync(file, 'utf8')))).toEqual([]);
});
