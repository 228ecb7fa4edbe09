// Starts a TypeScript entry in the pinned Node: `node bootstrap/run.mjs <entry.ts> [arguments]`.
// Plain JavaScript without dependencies, so that it runs on Node 20 straight after `git clone`.
import { fileURLToPath } from 'node:url';
import { findNode } from './find-node.mjs';
import { installIfNeeded } from './install.mjs';
import { jsonFaults } from './json-faults.mjs';
import { runIn } from './run-in.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const [entry, ...args] = process.argv.slice(2);

try {
  if (!entry) throw new Error('usage: node bootstrap/run.mjs <entry.ts> [arguments]');
  await installIfNeeded(root, { tests: entry.startsWith('tests/') });
  // Nearly every command imports them, and Node would answer with a stack trace.
  const faults = jsonFaults(root);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  await runIn(findNode(root), root, entry, args);
} catch (error) {
  console.error(`\n${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
