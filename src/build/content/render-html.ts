import type { MdastNode } from 'satteri';
import { escapeHtml } from '#src/lib/text/escape-html.ts';
import { splitTokens, type ValueToken } from './value-tokens.ts';

/** The input of rendering in addition to the nodes. */
export interface RenderContext {
  readonly tokens: readonly ValueToken[];
  /** True if the text is read from right to left: facts are then isolated from it. */
  readonly rightToLeft: boolean;
  /** The address a link leads to, and whether it opens a new tab; null if it leads nowhere, which is reported. */
  resolveLink(url: string, line: number): { href: string; newTab: boolean } | null;
  report(line: number, message: string): void;
}

/** Markdown nodes as HTML; nodes that no page uses (raw HTML, images, notes) are reported and left out. */
export function renderHtml(nodes: readonly MdastNode[], context: RenderContext): string {
  return nodes.map((node) => renderNode(node, context)).join('');
}

function renderNode(node: MdastNode, context: RenderContext): string {
  const inside = () => ('children' in node ? renderHtml(node.children as MdastNode[], context) : '');
  const line = node.position?.start.line ?? 1;
  switch (node.type) {
    case 'text':
      return renderText(node.value, line, context);
    case 'paragraph':
      return `<p>${inside()}</p>\n`;
    case 'heading':
      return `<h${node.depth}>${inside()}</h${node.depth}>\n`;
    case 'emphasis':
      return `<em>${inside()}</em>`;
    case 'strong':
      return `<strong>${inside()}</strong>`;
    case 'delete':
      return `<del>${inside()}</del>`;
    case 'break':
      return '<br>';
    case 'thematicBreak':
      return '<hr>\n';
    case 'blockquote':
      return `<blockquote>${inside()}</blockquote>\n`;
    case 'inlineCode':
      return `<code dir="ltr">${values(node.value, context)}</code>`;
    case 'code':
      return `<pre dir="ltr" tabindex="0"><code>${values(node.value, context)}</code></pre>\n`;
    case 'list':
      return renderList(node, context);
    case 'table':
      return renderTable(node, context);
    case 'link': {
      const link = context.resolveLink(node.url, line);
      if (link === null) return inside();
      const tab = link.newTab ? ' target="_blank" rel="noopener"' : '';
      return `<a href="${escapeHtml(link.href)}"${tab}>${inside()}</a>`;
    }
    default:
      context.report(
        line,
        node.type === 'html' ? 'raw HTML is not allowed; write Markdown' : `${node.type}: not allowed`,
      );
      return '';
  }
}

function renderText(text: string, line: number, { tokens, rightToLeft, report }: RenderContext): string {
  return splitTokens(text, tokens)
    .map((part) => {
      if (typeof part !== 'string') return renderToken(part, rightToLeft);
      const unknown = /\{#?[\w-]*\}|\{\{|\}\}/.exec(part)?.[0];
      if (unknown !== undefined) report(line, `${unknown} has no meaning here`);
      return escapeHtml(part);
    })
    .join('');
}

function renderToken({ kind, text }: ValueToken, rightToLeft: boolean): string {
  const value = escapeHtml(text);
  if (kind === 'email') return `<a class="ltr" href="mailto:${value}">${value}</a>`;
  return rightToLeft ? `<bdi>${value}</bdi>` : value;
}

function values(text: string, { tokens }: RenderContext): string {
  return splitTokens(text, tokens)
    .map((part) => escapeHtml(typeof part === 'string' ? part : part.text))
    .join('');
}

function renderList(node: Extract<MdastNode, { type: 'list' }>, context: RenderContext): string {
  const items = node.children.map(({ children }) => {
    // A single paragraph needs no wrapper element.
    const [only, ...rest] = children;
    const tight = only?.type === 'paragraph' && (rest.length === 0 || !node.spread);
    const first = tight ? renderHtml(only.children, context) : renderHtml(only === undefined ? [] : [only], context);
    return `<li>${first}${renderHtml(rest, context)}</li>\n`;
  });
  const start = node.ordered && (node.start ?? 1) !== 1 ? ` start="${node.start}"` : '';
  return node.ordered ? `<ol${start}>${items.join('')}</ol>\n` : `<ul>${items.join('')}</ul>\n`;
}

function renderTable({ children, align }: Extract<MdastNode, { type: 'table' }>, context: RenderContext): string {
  const rows = children.map((row) => row.children.map((cell) => renderHtml(cell.children, context)));
  const [head = [], ...body] = rows;
  const isBlocks = isWordy(body);
  // In blocks, a browser may forget what is a table, and each cell carries the name of its column.
  const role = (name: string) => (isBlocks ? ` role="${name}"` : '');
  const column = (at: number) => (isBlocks && at > 0 ? ` data-column="${textOf(head[at] ?? '')}"` : '');
  const end = (at: number) => (align?.[at] === 'right' ? ' class="end"' : '');
  const tr = (cells: readonly string[]) => `<tr${role('row')}>${cells.join('')}</tr>\n`;
  const headRow = tr(head.map((text, at) => `<th scope="col"${role('columnheader')}${end(at)}>${text}</th>`));
  const bodyRows = body.map((row) =>
    tr(row.map((text, at) => `<td${role('cell')}${column(at)}${end(at)}>${text}</td>`)),
  );
  const group = role('rowgroup');
  const table = isBlocks ? '<table class="blocks" role="table">' : '<table>';
  // Wide tables scroll inside their own box, also with a keyboard.
  return `<div class="table-scroll" tabindex="0">${table}<thead${group}>${headRow}</thead><tbody${group}>${bodyRows.join('')}</tbody></table></div>\n`;
}

/** As many Latin letters as a row may have on average, so that a phone has room for its columns side by side. */
const NARROW = 40;

/** Whether a table is of words rather than of figures: on a phone its columns would have two or three words a line. */
function isWordy(body: readonly (readonly string[])[]): boolean {
  return body.flat().reduce((sum, text) => sum + widthOf(text), 0) > NARROW * body.length;
}

/** The width of a rendered text in Latin letters: a Chinese or Japanese one is twice as wide. */
function widthOf(html: string): number {
  const text = textOf(html);
  return text.length + (text.match(/[\u3000-\u9fff\uff00-\uffef]/g)?.length ?? 0);
}

/** A rendered text without its elements; what is escaped in it stays so. */
function textOf(html: string): string {
  return html.replace(/<[^>]+>/g, '');
}
