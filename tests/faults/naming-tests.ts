import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { namedIds } from '#tests/trace/named-ids.ts';

/** The stages of `npm test` whose tests name requirements, the quickest first. */
const STAGES = ['unit', 'content', 'api', 'chain', 'dist', 'start', 'e2e'] as const;
/** A title of which less is known selects too much. */
const SHORTEST_TITLE = 12;

export interface NamingTest {
  readonly stage: (typeof STAGES)[number];
  /** The test file, from the project's folder. */
  readonly file: string;
  /** Matches the titles of its tests that prove the requirement, for the option `-t` or `-g`. */
  readonly titles: string;
}

/** The tests that name each requirement, the quickest stage first. */
export function namingTests(root: string): ReadonlyMap<string, readonly NamingTest[]> {
  const found = new Map<string, NamingTest[]>();
  for (const stage of STAGES) {
    for (const file of globSync(`tests/${stage}/**/*.test.{ts,tsx}`, { cwd: root }).sort()) {
      const source = readFileSync(join(root, file), 'utf8');
      const ids = new Set(namedIds(source));
      if (ids.size === 0) continue;
      const around = titlesAround(file, source);
      for (const id of ids) {
        const titles = [id, ...(around.get(id) ?? [])].map(escapeRegExp).join('|');
        found.set(id, [...(found.get(id) ?? []), { stage, file, titles }]);
      }
    }
  }
  return found;
}

/** The titles of the tests that have a step, or anything else within them, which names an id. */
export function titlesAround(file: string, source: string): ReadonlyMap<string, ReadonlySet<string>> {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found = new Map<string, Set<string>>();
  const visit = (node: ts.Node, title: string | undefined): void => {
    const inner = titleOf(node) ?? title;
    if (inner !== undefined && (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)))
      for (const id of namedIds(node.getText(tree))) found.set(id, (found.get(id) ?? new Set()).add(inner));
    ts.forEachChild(node, (child) => visit(child, inner));
  };
  visit(tree, undefined);
  return found;
}

/** The title of a call such as `test('…', …)`, or the beginning of one with values in it. */
function titleOf(node: ts.Node): string | undefined {
  if (
    !ts.isCallExpression(node) ||
    !/^(?:test|it)(?:\.(?:for|each|skipIf|slow)\b.*)?$/s.test(node.expression.getText())
  )
    return undefined;
  const [first] = node.arguments;
  if (first === undefined) return undefined;
  const text = ts.isStringLiteralLike(first) ? first.text : ts.isTemplateExpression(first) ? first.head.text : '';
  // Vitest puts values in place of %s.
  const known = text.split('%')[0] ?? '';
  return known.length >= SHORTEST_TITLE ? known : undefined;
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
