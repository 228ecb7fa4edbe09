import { printableLines } from '#src/lib/text/printable.ts';
import type { Block, Cell, Screen } from '../screen/screen.ts';

/** A screen as text for a terminal: the content of its HTML, without its forms. */
export function printScreen({ title, blocks }: Screen): string {
  return [title, ...blocks.map(printBlock)].join('\n\n');
}

function printBlock(block: Block): string {
  switch (block.kind) {
    case 'text':
      return [visible(block.text), ...way(block.to)].join('\n');
    case 'card':
      return [visible(block.title), ...block.facts.map(([label, value]) => `  ${label}: ${printCell(value)}`)].join(
        '\n',
      );
    case 'table':
      return [
        visible(block.title),
        ...(block.rows.length === 0
          ? [`  ${block.empty}`]
          : block.rows.map(
              (row) => `  ${row.map((cell, index) => `${block.columns[index]}: ${printCell(cell)}`).join(' | ')}`,
            )),
        ...way(block.back, 'Back: '),
        ...way(block.more, 'More: '),
      ].join('\n');
  }
}

/** The command that shows the target of a desk link. */
function way(to: string | undefined, text = ''): string[] {
  if (to === undefined) return [];
  const { pathname, searchParams } = new URL(to, 'http://desk');
  const fields = [...searchParams].map(([name, value]) => ` --${name}=${quoted(value)}`);
  return [visible(`  ${text}npm run staff -- show ${pathname.replace('/staff/', '')}${fields.join('')}`)];
}

/** Quoted so that a shell reads it as one word. */
function quoted(value: string): string {
  return /^[\w.:/-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}

function printCell(cell: Cell): string {
  return visible(typeof cell === 'string' ? cell : cell.text);
}

/** The lines of a text below each other, without characters that a terminal would interpret as a command. */
function visible(text: string): string {
  return printableLines(text).replaceAll('\n', '\n    ');
}
