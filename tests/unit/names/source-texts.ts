import { globSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import ts from 'typescript';

export const ROOT = join(import.meta.dirname, '../../..');

/** The files of a pattern from the project's folder, wherever they are moved, as absolute paths. */
export function filesOf(pattern: string): readonly string[] {
  return globSync(pattern, { cwd: ROOT })
    .sort()
    .map((file) => join(ROOT, file));
}

/** Every quoted text in the code, by file from the project's folder; comments do not count. */
export function sourceTexts(): ReadonlyMap<string, readonly string[]> {
  const texts = new Map<string, readonly string[]>();
  for (const file of filesOf('src/**/*.{ts,tsx,mjs,astro}')) {
    const source = readFileSync(file, 'utf8');
    const isCode = extname(file) !== '.astro';
    texts.set(file.slice(ROOT.length + 1), isCode ? textsOf(file, source) : [source.replaceAll(/<!--.*?-->/gs, '')]);
  }
  return texts;
}

function textsOf(file: string, source: string): readonly string[] {
  const found: string[] = [];
  const look = (node: ts.Node) => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      found.push(node.text);
    // The key of a table counts too, such as `clock: 'severe'`.
    if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name)) found.push(node.name.text);
    if (ts.isRegularExpressionLiteral(node)) found.push(node.text);
    ts.forEachChild(node, look);
  };
  look(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, false));
  return found;
}
