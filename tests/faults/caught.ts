import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from './fault.ts';
import type { NamingTest } from './naming-tests.ts';

const FILE = join(import.meta.dirname, 'caught.json');

/** What a fault that was caught was planted into, by requirement: a hash of fault, source and tests. */
export function readCaught(): Record<string, string> {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, string>;
}

/** Notes a caught fault, so that it is not planted again before its source or its tests change. */
export function noteCaught(id: string, hash: string): void {
  const caught = { ...readCaught(), [id]: hash };
  const sorted = Object.fromEntries(Object.entries(caught).sort(([one], [other]) => (one < other ? -1 : 1)));
  writeFileSync(FILE, `${JSON.stringify(sorted, null, 2)}\n`);
}

/** The hash of a fault with the contents of its file and of the tests that name its requirement. */
export function hashOf(root: string, { file, find, replace }: Fault, tests: readonly NamingTest[]): string {
  const hash = createHash('sha256').update(JSON.stringify([file, find, replace]));
  for (const name of [file, ...tests.map((test) => test.file)]) hash.update(readFileSync(join(root, name)));
  return hash.digest('hex').slice(0, 16);
}
