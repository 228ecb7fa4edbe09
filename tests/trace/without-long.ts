import ts from 'typescript';

/** The text of a test file without its long tests: `npm test` leaves them out, so that they prove nothing in it. */
export function withoutLong(file: string, source: string): string {
  if (/^\/\/ @module-tag long$/m.test(source)) return '';
  if (!/\btags?: '@?long'/.test(source)) return source;
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const textOf = (node: ts.Node): string => {
    if (isLongTest(node)) return '';
    if (node.getChildCount(tree) === 0) return node.getFullText(tree);
    return node.getChildren(tree).map(textOf).join('');
  };
  return textOf(tree);
}

function isLongTest(node: ts.Node): boolean {
  return (
    ts.isCallExpression(node) &&
    node.arguments.some(
      (argument) =>
        ts.isObjectLiteralExpression(argument) &&
        argument.properties.some((property) => /^tags?: '@?long'$/.test(property.getText())),
    )
  );
}
