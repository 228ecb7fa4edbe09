// Checks that no two files of src/ export the same name: `exported-names.ts [folder of the project]`. Exits with 1 if
// they do: a reader would have to look up which of the two meanings is imported.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { projectFolder, reportProblems } from './project-files.ts';

/** Names that Astro looks for in every page and endpoint. */
const OF_PAGES = new Set(['GET', 'getStaticPaths', 'prerender']);

/** Every name that two or more of the sources export, with their paths. */
export function repeatedExports(sources: ReadonlyMap<string, string>): string[] {
  const files = new Map<string, string[]>();
  for (const [file, text] of sources) {
    const names = new Set(exportedNames(file, text));
    for (const name of names) {
      if (file.startsWith('src/pages/') && OF_PAGES.has(name)) continue;
      files.set(name, [...(files.get(name) ?? []), file]);
    }
  }
  return [...files]
    .filter(([, exporting]) => exporting.length > 1)
    .map(([name, exporting]) => `${name} is exported by ${exporting.sort().join(' and ')}`)
    .sort();
}

function exportedNames(file: string, text: string): string[] {
  const { statements } = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  return statements.flatMap((statement): string[] => {
    if (ts.isExportDeclaration(statement)) {
      const { exportClause } = statement;
      if (exportClause === undefined) return [];
      return ts.isNamedExports(exportClause)
        ? exportClause.elements.map(({ name }) => name.text)
        : [exportClause.name.text];
    }
    if (!ts.canHaveModifiers(statement)) return [];
    const modifiers = new Set(ts.getModifiers(statement)?.map(({ kind }) => kind));
    if (!modifiers.has(ts.SyntaxKind.ExportKeyword) || modifiers.has(ts.SyntaxKind.DefaultKeyword)) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name));
    const { name } = statement as ts.Statement & { readonly name?: ts.Node };
    return name !== undefined && ts.isIdentifier(name) ? [name.text] : [];
  });
}

/** The names that a declaration binds: one, or those of a pattern. */
function boundNames(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? boundNames(element.name) : []));
}

if (import.meta.main) {
  const root = projectFolder();
  const files = globSync('src/**/*.{ts,tsx,mjs}', { cwd: root });
  reportProblems(repeatedExports(new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))));
}
