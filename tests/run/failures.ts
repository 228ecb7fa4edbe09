import { existsSync, readFileSync } from 'node:fs';

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&', '#10': '\n' };

/** The failed tests of a report in the format of JUnit, each with its file and the first lines of its error. */
export function failuresOf(report: string): string[] {
  if (!existsSync(report)) return [];
  const [, ...tests] = readFileSync(report, 'utf8').split('<testcase ');
  return tests.flatMap((test) => {
    const [, error] = /<(?:failure|error)\b[^>]*>([\s\S]*?)<\/(?:failure|error)>/.exec(test) ?? [];
    if (error === undefined) return [];
    const [file, name] = [/\bclassname="(.*?)"/, /\bname="(.*?)"/].map((pattern) => pattern.exec(test)?.[1]);
    const lines = plain(error).split('\n');
    const own = lines.filter((line) => !line.includes('/node_modules/'));
    return [[plain(`${file} › ${name}`), ...own.slice(0, 15)].join('\n')];
  });
}

function plain(text: string): string {
  const unmarked = text.replaceAll(/<!\[CDATA\[|\]\]>/g, '').trim();
  return unmarked.replaceAll(/&(#?\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity);
}
