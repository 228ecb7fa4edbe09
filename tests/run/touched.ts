import type { ImportGraph } from './import-graph.ts';

/** Stages that a change can touch, each with its test files or, if they cannot be narrowed down, all of them. */
export type Touched = ReadonlyMap<string, readonly string[] | 'all'>;

const SUITES = ['unit', 'content', 'api', 'chain', 'dist', 'start', 'e2e'] as const;

/** Files that everything may depend on without importing them. */
const FOR_ALL =
  /^(?:package(?:-lock)?\.json|tsconfig(?:\.pages)?\.json|astro\.config\.mjs|\.ci\/|tests\/(?:run\/|[^/]+$)|src\/dev\/bootstrap\.mjs)/;
/** Files that become part of the built site without being imported by a test. */
const SITE = /^(?:src\/(?:pages|layouts|islands|components|scripts|styles|worker|build)\/|content\/|public\/)/;
/** For files read by path: the stages with tests that read them. */
const READ: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^content\//, ['unit', 'content', 'api']],
  [/^(?:docs\/|[^/]+\.md$|\.env\.example$)/, ['unit', 'start']],
];

/**
 * The tests that a change can touch: those that import a changed file, directly or not, or name it; and all tests of
 * the built site if a changed file is part of it. `check` and `trace` are always included.
 */
export function touched(changed: readonly string[], graph: ImportGraph): Touched {
  const all = ['check', 'unit', 'content', 'api', 'chain', 'build', 'dist', 'start', 'e2e', 'trace'];
  if (changed.some((file) => FOR_ALL.test(file))) return new Map(all.map((stage) => [stage, 'all']));
  const reached = reachedFrom(changed, graph);
  const stages = new Map<string, readonly string[] | 'all'>([['check', 'all']]);
  for (const suite of SUITES) {
    const files = [...reached]
      .filter((file) => file.startsWith(`tests/${suite}/`) && /\.test\.tsx?$/.test(file))
      .sort();
    if (files.length > 0) stages.set(suite, files);
  }
  for (const [pattern, readers] of READ)
    if (changed.some((file) => pattern.test(file))) for (const stage of readers) stages.set(stage, 'all');
  if ([...reached].some((file) => SITE.test(file)))
    for (const stage of ['build', 'dist', 'start', 'e2e']) stages.set(stage, 'all');
  stages.set('trace', 'all');
  return new Map(all.flatMap((stage) => (stages.has(stage) ? [[stage, stages.get(stage) ?? 'all']] : [])));
}

/** The changed files and all that import or name one of them, directly or not. */
function reachedFrom(changed: readonly string[], graph: ImportGraph): Set<string> {
  const importers = new Map<string, string[]>();
  for (const [file, targets] of graph)
    for (const target of targets) importers.set(target, [...(importers.get(target) ?? []), file]);
  const folders = [...importers.keys()].filter((target) => target.endsWith('/'));
  const reached = new Set<string>();
  const open = [...changed];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (reached.has(file)) continue;
    const path = file;
    reached.add(path);
    open.push(...(importers.get(path) ?? []));
    for (const folder of folders) if (path.startsWith(folder)) open.push(...(importers.get(folder) ?? []));
  }
  return reached;
}
