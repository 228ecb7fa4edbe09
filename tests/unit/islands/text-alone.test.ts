import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');

const isConditional = (node: ts.Node): boolean =>
  ts.isConditionalExpression(node) ||
  (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken);

/**
 * The texts that a child may become. Where nothing comes or goes `before` them, those of the dictionary that never
 * change are left out.
 */
function changingTexts(expression: ts.Expression, before: boolean): readonly ts.Expression[] {
  if (ts.isParenthesizedExpression(expression)) return changingTexts(expression.expression, before);
  if (ts.isConditionalExpression(expression))
    return [expression.whenTrue, expression.whenFalse].flatMap((part) => changingTexts(part, before));
  if (ts.isBinaryExpression(expression) && isConditional(expression)) return changingTexts(expression.right, before);
  const isMarkup =
    ts.isJsxElement(expression) || ts.isJsxSelfClosingElement(expression) || ts.isJsxFragment(expression);
  const isNothing = /^(null|undefined|true|false|' *')$|^gapOf\(/.test(expression.getText());
  // Lists of elements, elements in variables, and the children of a part.
  const isElements = /\.map\(|^createPortal\(|^(children|cancel)$|^\w+\.map/.test(expression.getText());
  const isConstant = /^(asLabel\()?\w+(\(|\[)'[^']+'(\)|\])(, tag\))?$/.test(expression.getText());
  return isMarkup || isNothing || isElements || (isConstant && !before) ? [] : [expression];
}

/** Changing texts next to other children, each with its line. */
function mixedTexts(file: string): readonly string[] {
  const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) || ts.isJsxFragment(node)) {
      const children = node.children.filter(
        (child) =>
          !(ts.isJsxText(child) && child.containsOnlyTriviaWhiteSpaces) &&
          !(ts.isJsxExpression(child) && child.expression === undefined),
      );
      if (children.length > 1)
        for (const [index, child] of children.entries())
          if (ts.isJsxExpression(child) && child.expression !== undefined) {
            const before = children
              .slice(0, index)
              .some((one) => ts.isJsxExpression(one) && one.expression !== undefined && isConditional(one.expression));
            for (const text of changingTexts(child.expression, before)) {
              const { line } = source.getLineAndCharacterOfPosition(text.getStart());
              found.push(`${file}:${line + 1} ${text.getText().replace(/\s+/g, ' ')}`);
            }
          }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

test('a page that the browser translates shows no figure of before: a changing text is alone in its element', () => {
  // The browser replaces a text by its own elements. React then changes a text that is no longer in the page, unless
  // it is the only child of its element.
  const files = globSync('src/**/*.tsx', { cwd: ROOT });
  expect(files.length).toBeGreaterThan(50);
  expect(files.flatMap(mixedTexts)).toEqual([]);
});
