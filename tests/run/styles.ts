// Checks that sheets use named colours, spaces, font sizes, radii and window widths, count only their own children, and
// load with their page: `styles.ts [folder of the project]`. Exits with 1 if one does not.
import { globSync } from 'node:fs';
import { problemsIn, projectFolder, reportProblems } from './project-files.ts';

/** These files define the names. */
const NAMED = new Set(['src/styles/tokens.css', 'src/styles/breakpoints.css']);
const SHEETS = 'src/{components,islands,layouts,pages,styles}/**/*.css';
const CODE = 'src/**/*.{ts,tsx}';
const COLOUR =
  /#[\da-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\(|(?<![\w-])(?:white|black|gr[ae]y|red|green|blue)\b/i;
const MEASURED =
  /^(?:(?:scroll-)?(?:margin|padding)(?:-.+)?|(?:row-|column-)?gap|font(?:-size)?|border(?:-.+)?-radius)$/;
/** A hairline needs no name; paper is measured in points and millimetres. */
const LENGTH = /(?<![\w.-])-?(?!1px\b)\d*\.?\d+(?:rem|px)\b/;

/** What a name restricts further: the places in it are the name's own. */
const NARROWED = /(?<=[\w\])]):(?:is|where|not)\((?:[^()]|\([^()]*\))*\)/g;
/** A place among siblings of any kind, at any depth: the third child of a section, and the third shape in a drawing. */
const ANY_PLACE = /(?<![\w\])&-]|>\s*):nth-[\w-]+/g;

/**
 * Every declaration and media query of a sheet with a value that has no name, and every place that is counted inside
 * children as well, as `file:line: problem`.
 */
export function styleProblems(file: string, text: string): string[] {
  if (NAMED.has(file)) return [];
  const code = text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '));
  const at = (index: number, found: string, kind: string) =>
    `${file}:${code.slice(0, index).split('\n').length}: "${found.replace(/\s+/g, ' ').trim()}" ${kind}`;
  const unnamed = (index: number, found: string, kind: string) => at(index, found, `has ${kind} without a name`);
  const widths = [...code.matchAll(/@media[^{]*\d[^{]*/g)].map(({ index, 0: query }) =>
    unnamed(index, query, 'a width'),
  );
  const values = [...code.matchAll(/(?<=[{;]\s*)([\w-]+):([^;{}]+)(?=[;}])/g)].flatMap((match) => {
    const [found, property = '', value = ''] = match;
    if (COLOUR.test(value)) return [unnamed(match.index, found, 'a colour')];
    return MEASURED.test(property) && LENGTH.test(value) ? [unnamed(match.index, found, 'a size')] : [];
  });
  const own = code.replace(NARROWED, (group) => '.'.repeat(group.length));
  const places = [...own.matchAll(ANY_PLACE)].map(({ index, 0: place }) =>
    at(index, place, 'counts inside drawings, too: write > before it'),
  );
  return [...widths, ...values, ...places];
}

/** Every sheet that code imports: it would load with the code's chunk, after the page was painted. */
export function lateSheets(file: string, text: string): string[] {
  const imports = text.matchAll(/\bimport\b[ (]*['"]([^'"]+\.css)['"]/g);
  return Array.from(imports, ([, sheet]) => `${file}: imports "${sheet}", which belongs to an Astro component`);
}

if (import.meta.main) {
  const root = projectFolder();
  const named = (pattern: string) => globSync(pattern, { cwd: root });
  reportProblems([...problemsIn(root, named(SHEETS), styleProblems), ...problemsIn(root, named(CODE), lateSheets)]);
}
