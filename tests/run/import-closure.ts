// Prints everything that the two entry points of a purchase import, directly or not: `import-closure.ts [file …]`.
import { fileURLToPath } from 'node:url';
import { type Import, type ImportKind, readImports } from './import-graph.ts';

/** The route that receives a posted purchase, and the browser's module that runs one. */
export const ENTRY_POINTS = ['src/server/http/routes/purchase.ts', 'src/purchase/run-purchase.ts'];

/** In this order: a file needed to run is not listed again as loaded later or needed only for its types. */
const HEADINGS: Readonly<Record<ImportKind, string>> = {
  runtime: 'run with it',
  'on-demand': 'more load when they are needed',
  type: 'more are needed only for their types',
};

/** The files of src/ and content/ that an entry reaches by imports of the given kinds. */
export function closureOf(
  imports: ReadonlyMap<string, readonly Import[]>,
  entry: string,
  kinds: readonly ImportKind[],
): ReadonlySet<string> {
  const reached = new Set([entry]);
  // Iterating a set includes elements added meanwhile.
  for (const from of reached)
    for (const { file, kind } of imports.get(from) ?? [])
      if (kinds.includes(kind) && /^(?:src|content)\//.test(file)) reached.add(file);
  return reached;
}

if (import.meta.main) {
  const named = process.argv.slice(2);
  const entries = named.length > 0 ? named : ENTRY_POINTS;
  const imports = readImports(fileURLToPath(new URL('../..', import.meta.url)), entries);
  for (const entry of entries) {
    if (!imports.has(entry)) throw new Error(`${entry} is not a file of src/ or tests/`);
    const listed = new Set<string>();
    const kinds = Object.keys(HEADINGS) as ImportKind[];
    console.log(`${entry}: ${closureOf(imports, entry, kinds).size} files`);
    for (const [index, kind] of kinds.entries()) {
      const files = [...closureOf(imports, entry, kinds.slice(0, index + 1))]
        .filter((file) => !listed.has(file))
        .sort();
      console.log(`  ${files.length} ${HEADINGS[kind]}${files.length > 0 ? ':' : ''}`);
      for (const file of files) {
        listed.add(file);
        console.log(`    ${file}`);
      }
    }
  }
}
