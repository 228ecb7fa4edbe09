import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const DOCUMENT = join(import.meta.dirname, '../../docs/runbook.md');

/** One block of commands of a task in docs/runbook.md, with the lines it says one sees. */
export interface Step {
  readonly commands: string;
  readonly shown: readonly string[];
}

/** Every task of docs/runbook.md by its heading, with its blocks in order. */
export function readRunbook(): ReadonlyMap<string, readonly Step[]> {
  const [, ...chapters] = readFileSync(DOCUMENT, 'utf8').split(/^## /m);
  return new Map(chapters.map((chapter) => [chapter.slice(0, chapter.indexOf('\n')), stepsOf(chapter)]));
}

function stepsOf(chapter: string): readonly Step[] {
  const blocks = chapter.matchAll(/^```sh\n([\s\S]*?)^```\n(?:\n*You see[^\n]*:\n+```text\n([\s\S]*?)^```$)?/gm);
  return [...blocks].map(([, commands = '', shown = '']) => ({
    commands,
    shown: shown.split('\n').filter((line) => line.trim() !== ''),
  }));
}

/** The first of the shown lines that an output does not contain after the ones before it, or null. `…` is any text. */
export function missingLine(shown: readonly string[], output: string): string | null {
  const lines = output.split('\n');
  for (const wanted of shown) {
    const pattern = new RegExp(
      `^\\s*${wanted
        .trim()
        .split('…')
        .map((part) => part.replaceAll(/[^\w\s]/g, '\\$&'))
        .join('.*')}\\s*$`,
    );
    const at = lines.findIndex((line) => pattern.test(line));
    if (at === -1) return wanted;
    lines.splice(0, at + 1);
  }
  return null;
}
