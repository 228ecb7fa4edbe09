import type { MdastNode } from 'satteri';
import type { Problem } from './problem.ts';
import { plainTokens, type ValueToken } from './value-tokens.ts';

/** A heading of the second level and the nodes below it. */
export interface OutlineSection {
  readonly id: string;
  readonly title: string;
  readonly line: number;
  readonly nodes: readonly MdastNode[];
}

export interface Outline {
  /** The part before the first heading. */
  readonly lead: readonly MdastNode[];
  readonly sections: readonly OutlineSection[];
  readonly problems: readonly Problem[];
}

const HEADING_ID = /\s*\{#([^{}]*)\}\s*$/;
const ID = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** Cuts a file's nodes at its headings of the second level, each of which must carry its own id: `## Text {#id}`. */
export function readOutline(file: string, nodes: readonly MdastNode[], tokens: readonly ValueToken[]): Outline {
  const lead: MdastNode[] = [];
  const sections: { id: string; title: string; line: number; nodes: MdastNode[] }[] = [];
  const problems: Problem[] = [];
  const seen = new Set<string>();
  for (const node of nodes) {
    if (node.type !== 'heading' || node.depth > 2) {
      (sections.at(-1)?.nodes ?? lead).push(node);
      if (node.type === 'heading' && (node.depth > 3 || sections.length === 0))
        problems.push({ file, line: lineOf(node), message: `a heading of level ${node.depth} is not allowed here` });
      continue;
    }
    const line = lineOf(node);
    const text = nodeText(node);
    const id = HEADING_ID.exec(text)?.[1] ?? '';
    const title = plainTokens(text.replace(HEADING_ID, ''), tokens).trim();
    if (node.depth === 1)
      problems.push({ file, line, message: 'the title belongs in the front matter; headings begin with ##' });
    else if (!ID.test(id)) problems.push({ file, line, message: `"${title}" needs an id: ## ${title} {#an-id}` });
    else if (seen.has(id)) problems.push({ file, line, message: `the id ${id} occurs twice` });
    seen.add(id);
    sections.push({ id, title, line, nodes: [] });
  }
  return { lead, sections, problems };
}

/** The text of a node and of everything below it. */
export function nodeText(node: MdastNode): string {
  if ('value' in node && typeof node.value === 'string') return node.value;
  return 'children' in node ? (node.children as MdastNode[]).map(nodeText).join('') : '';
}

function lineOf(node: MdastNode): number {
  return node.position?.start.line ?? 1;
}
