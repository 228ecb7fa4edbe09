// Prints everything that the two entry points of a purchase import, directly or not: `import-closure.ts [file …]`.
import { fileURLToPath } from 'node:url';
import { importGraph } from './import-graph.ts';

/** The route that takes a posted purchase, and the browser's module that runs one. */
const ENTRY_POINTS = ['src/server/http/routes/purchase.ts', 'src/purchase/run-purchase.ts'];

const named = process.argv.slice(2);
const graph = importGraph(fileURLToPath(new URL('../..', import.meta.url)));

for (const entry of named.length > 0 ? named : ENTRY_POINTS) {
  if (!graph.has(entry)) throw new Error(`${entry} is no file of src/ or tests/`);
  const reached = new Set([entry]);
  // A set walks over what is added meanwhile, too.
  for (const file of reached) {
    for (const next of graph.get(file) ?? []) if (/^(?:src|content)\//.test(next)) reached.add(next);
  }
  console.log(`${entry}: ${reached.size} files`);
  for (const file of [...reached].sort()) console.log(`  ${file}`);
}
