import type { MdastNode } from 'satteri';
import { LOCALES, type Locale } from '#src/config/locales.ts';
import type { ContentDocument, FaqItem } from './document.ts';
import { type Anchors, resolveLink } from './links.ts';
import { nodeText, type OutlineSection } from './outline.ts';
import { pagePathOf } from './page-path-of.ts';
import type { ParsedSource } from './parse-source.ts';
import type { Problem } from './problem.ts';
import { type RenderContext, renderHtml } from './render-html.ts';
import { factsIn, plainTokens } from './value-tokens.ts';

/** Renders a file for the pages of a locale, which may differ from its own. `original` is the English file. */
export function renderDocument(
  parsed: ParsedSource,
  original: ParsedSource,
  locale: Locale,
  anchors: Anchors,
): { document: ContentDocument; problems: readonly Problem[] } {
  const { source, fields, tokens } = parsed;
  const problems: Problem[] = [];
  const report = (line: number, message: string) => problems.push({ file: source.file, line, message });
  const page = source.kind === 'press' ? null : pagePathOf(source);
  const context: RenderContext = {
    tokens,
    rightToLeft: LOCALES[source.locale].direction === 'rtl',
    report,
    resolveLink(url, line) {
      try {
        return resolveLink(url, page, locale, anchors);
      } catch (error) {
        report(line, error instanceof Error ? error.message : String(error));
        return null;
      }
    },
  };
  const { title, description, date, place } = fields;
  const updated = fields.updated || original.fields.updated;
  const isFaq = source.kind === 'faq';
  const document: ContentDocument = {
    ...{ kind: source.kind, name: source.name, locale, language: source.locale },
    ...{ title, description, updated, version: original.fields.version, date, place },
    lead: renderHtml(parsed.lead, context),
    sections: isFaq
      ? []
      : parsed.sections.map(({ id, title, nodes }) => ({ id, title, html: renderHtml(nodes, context) })),
    items: isFaq ? parsed.sections.map((section) => renderItem(section, context)) : [],
  };
  return { document, problems };
}

/** A question; `→ [text](/path)` as its last line becomes the item's link. */
function renderItem({ id, title, line, nodes }: OutlineSection, context: RenderContext): FaqItem {
  const link = linkLine(nodes.at(-1));
  const answer = link === null ? nodes : nodes.slice(0, -1);
  if (answer.length === 0) context.report(line, `the question "${title}" has no answer`);
  const target = link === null ? null : context.resolveLink(link.url, link.position?.start.line ?? line);
  const text =
    link === null
      ? ''
      : plainTokens(link.children.map((child) => ('value' in child ? child.value : '')).join(''), context.tokens);
  return {
    ...{ id, question: title, html: renderHtml(answer, context) },
    facts: factsIn(answer.map(nodeText).join(), context.tokens),
    link: target === null ? null : { href: target.href, text },
  };
}

function linkLine(node: MdastNode | undefined): Extract<MdastNode, { type: 'link' }> | null {
  if (node?.type !== 'paragraph') return null;
  const [arrow, link, ...rest] = node.children;
  const isLink = arrow?.type === 'text' && /^[→←]\s*$/.test(arrow.value) && link?.type === 'link' && rest.length === 0;
  return isLink ? link : null;
}
