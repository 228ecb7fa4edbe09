import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const DOCUMENT = join(import.meta.dirname, '../../../docs/contracts.md');

/** The cells of the first table below a heading of docs/contracts.md, without its head. */
export function rowsOf(heading: string): string[][] {
  const [, section = ''] = readFileSync(DOCUMENT, 'utf8').split(new RegExp(`^#+ ${heading}\\n`, 'm'));
  const lines = section.split('\n');
  const start = lines.findIndex((line) => line.startsWith('|'));
  const length = lines.slice(start).findIndex((line) => !line.startsWith('|'));
  return lines.slice(start + 2, start + length).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}
