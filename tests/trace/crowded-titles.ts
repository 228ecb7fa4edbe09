import ts from 'typescript';
import { namedIds } from './named-ids.ts';

/** The maximum number of ids in the title of a test, of a group of tests or of a step: one test does not prove more. */
const MAX_IDS = 5;

/** A title that names too many requirements. */
export interface CrowdedTitle {
  readonly line: number;
  readonly ids: number;
}

/**
 * The texts of a file that name more than five requirements, whether in one bracket, in several, or in joined pieces.
 */
export function crowdedTitles(file: string, source: string): readonly CrowdedTitle[] {
  if (namedIds(source).length <= MAX_IDS) return [];
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found: CrowdedTitle[] = [];
  const visit = (node: ts.Node): void => {
    if (!isText(node)) {
      ts.forEachChild(node, visit);
      return;
    }
    const ids = namedIds(node.getText(tree)).length;
    if (ids > MAX_IDS) found.push({ line: tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1, ids });
  };
  visit(tree);
  return found;
}

function isText(node: ts.Node): boolean {
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) || ts.isJsxText(node)) return true;
  return ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken;
}
