/** One id in brackets or several, separated by spaces or commas. */
const GROUP = /\[R\d\.\d{3}(?:[ ,]+R\d\.\d{3})*\]/g;

/** The requirement ids that a test file's text names in brackets, in order, repeated where repeated. */
export function namedIds(source: string): string[] {
  return [...source.matchAll(GROUP)].flatMap(([group]) => group.match(/R\d\.\d{3}/g) ?? []);
}
