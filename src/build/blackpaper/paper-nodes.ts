import type { MdastNode } from 'satteri';
import { splitTokens, type ValueToken } from '../content/value-tokens.ts';

/** A part of the printed text, as blackpaper.typ reads it; `url` is `#id` or a full address. */
export type PaperNode =
  | { readonly type: 'text' | 'fact'; readonly value: string }
  | { readonly type: 'code'; readonly value: string; readonly block: boolean }
  | { readonly type: 'break' | 'rule' }
  | {
      readonly type: 'paragraph' | 'heading' | 'quote' | 'strong' | 'emphasis' | 'delete';
      readonly children: PaperNodes;
    }
  | { readonly type: 'link'; readonly url: string; readonly children: PaperNodes }
  | {
      readonly type: 'list';
      readonly ordered: boolean;
      readonly start: number;
      readonly items: readonly PaperNodes[];
    }
  | {
      readonly type: 'table';
      /** For each column, whether its cells are aligned to the end. */
      readonly ends: readonly boolean[];
      /** The first is the head; rows of cells. */
      readonly rows: readonly (readonly PaperNodes[])[];
    };
export type PaperNodes = readonly PaperNode[];

export interface PaperContext {
  readonly tokens: readonly ValueToken[];
  /** The full address, or `#id`, that a link of the file leads to in print. */
  address(url: string): string;
}

/** Markdown nodes as printed text; throws on nodes that the checks of content/ have already refused. */
export function paperNodes(nodes: readonly MdastNode[], context: PaperContext): PaperNodes {
  return nodes.flatMap((node) => paperNode(node, context));
}

function paperNode(node: MdastNode, context: PaperContext): PaperNodes {
  const children = () => ('children' in node ? paperNodes(node.children as MdastNode[], context) : []);
  switch (node.type) {
    case 'text':
      return splitTokens(node.value.replaceAll('\n', ' '), context.tokens).map((part) =>
        typeof part === 'string' ? { type: 'text', value: part } : { type: 'fact', value: part.text },
      );
    case 'paragraph':
    case 'heading':
    case 'strong':
    case 'emphasis':
    case 'delete':
      return [{ type: node.type, children: children() }];
    case 'blockquote':
      return [{ type: 'quote', children: children() }];
    case 'break':
      return [{ type: 'break' }];
    case 'thematicBreak':
      return [{ type: 'rule' }];
    case 'inlineCode':
    case 'code':
      return [{ type: 'code', value: plain(node.value, context), block: node.type === 'code' }];
    case 'link':
      return [{ type: 'link', url: context.address(node.url), children: children() }];
    case 'list':
      return [
        {
          type: 'list',
          ordered: node.ordered === true,
          start: node.start ?? 1,
          items: node.children.map((item) => itemNodes(item.children as MdastNode[], context)),
        },
      ];
    case 'table':
      return [
        {
          type: 'table',
          ends: (node.children[0]?.children ?? []).map((_, column) => node.align?.[column] === 'right'),
          rows: node.children.map((row) => row.children.map((cell) => paperNodes(cell.children, context))),
        },
      ];
    default:
      throw new Error(`line ${node.position?.start.line ?? 1}: ${node.type} cannot be printed`);
  }
}

/** A single paragraph in an item becomes the item's text. */
function itemNodes(children: readonly MdastNode[], context: PaperContext): PaperNodes {
  const [only, ...rest] = children;
  if (only?.type !== 'paragraph') return paperNodes(children, context);
  return [...paperNodes(only.children, context), ...paperNodes(rest, context)];
}

function plain(text: string, { tokens }: PaperContext): string {
  return splitTokens(text, tokens)
    .map((part) => (typeof part === 'string' ? part : part.text))
    .join('');
}
