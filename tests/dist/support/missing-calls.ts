import bcd from '@mdn/browser-compat-data' with { type: 'json' };
import type { CompatStatement, Identifier } from '@mdn/browser-compat-data';
import ts from 'typescript';
import { oldestBrowsers } from '#src/build/browsers.ts';

const BROWSERS = oldestBrowsers().map(({ name, version }) => ({
  name: (name === 'ios' ? 'safari_ios' : name) as 'chrome',
  version: Number(version),
}));

/** Whether every browser of the list has had a feature since its oldest version, without a flag or a prefix. */
function isEverywhere({ support }: CompatStatement): boolean {
  return BROWSERS.every(({ name, version }) =>
    [support[name] ?? []]
      .flat()
      .some(({ version_added: since, version_removed: gone, flags, prefix, alternative_name }) => {
        const isPlain =
          gone === undefined && flags === undefined && prefix === undefined && alternative_name === undefined;
        return (
          isPlain && since !== false && since !== 'preview' && Number.parseFloat(since.replace('≤', '')) <= version
        );
      }),
  );
}

/** Parts by name; the statement about the whole is one of them. */
type Parts = Readonly<Record<string, Identifier>>;

interface Known {
  /** Constructors and calls of the form `AbortSignal.any`, by whether they are everywhere. */
  readonly named: ReadonlyMap<string, boolean>;
  /** Calls on an object that only a run would tell: true if any interface has had one of this name everywhere. */
  readonly ofObjects: ReadonlyMap<string, boolean>;
}

let known: Known | undefined;

function knownCalls(): Known {
  const named = new Map<string, boolean>();
  const ofObjects = new Map<string, boolean>();
  const read = (face: string, parts: Parts) => {
    const own = parts.__compat as CompatStatement | undefined;
    if (own !== undefined) named.set(face, isEverywhere(own));
    for (const [key, part] of Object.entries(parts)) {
      if (key === '__compat' || part.__compat === undefined) continue;
      const isThere = isEverywhere(part.__compat);
      const name = key.replace(/_static$/, '');
      named.set(`${face}.${name}`, isThere);
      if (key === name) ofObjects.set(name, isThere || ofObjects.get(name) === true);
    }
  };
  for (const [face, parts] of [...Object.entries(bcd.api), ...Object.entries(bcd.javascript.builtins ?? {})]) {
    read(face, parts as Parts);
    // Intl.NumberFormat and the like.
    for (const part of Object.values(parts as Parts)) read('', part as Parts);
  }
  return { named, ofObjects };
}

/** The calls and constructors of a script that a browser of the list lacks, by their names; guards are not seen. */
export function missingCalls(code: string): readonly string[] {
  known ??= knownCalls();
  const { named, ofObjects } = known;
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node) && ts.isIdentifier(node.expression)) {
      if (named.get(node.expression.text) === false) found.add(`new ${node.expression.text}`);
    } else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name, expression } = node.expression;
      const ofFace = ts.isIdentifier(expression) ? named.get(`${expression.text}.${name.text}`) : undefined;
      if (ofFace === false) found.add(node.expression.getText());
      else if (ofFace === undefined && ofObjects.get(name.text) === false) found.add(`.${name.text}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile('built.js', code, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS));
  return [...found];
}
