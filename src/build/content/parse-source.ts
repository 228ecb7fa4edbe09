import { type MdastNode, markdownToMdast } from 'satteri';
import { readOperator } from '#src/config/operator.ts';
import type { Facts } from '#src/i18n/facts.ts';
import { factIds, fillFacts } from '#src/i18n/fill-facts.ts';
import { hasClaim } from '#src/i18n/has-claim.ts';
import { BEFORE_CLAIM, dropSentences, misplacedMarks } from './drop-sentences.ts';
import { splitFrontMatter } from './front-matter.ts';
import { checkFields, type Fields } from './front-matter-fields.ts';
import { type Outline, readOutline } from './outline.ts';
import type { Problem } from './problem.ts';
import type { SourceFile } from './source-file.ts';
import { insertTokens, type ValueToken } from './value-tokens.ts';

/** A file that has been read but whose links are not resolved yet. */
export interface ParsedSource extends Outline {
  readonly source: SourceFile;
  readonly fields: Fields;
  /** The ids of the facts it states. */
  readonly facts: readonly string[];
  readonly tokens: readonly ValueToken[];
}

export interface ParseContext {
  readonly facts: Facts;
  /** The support address; empty if the site has none. */
  readonly email: string;
  /** Whether sentences about the claim are for this site; left out, as its settings say. */
  readonly claim?: boolean | undefined;
  /** Whether it names its operator; left out, as its settings say. */
  readonly operator?: boolean | undefined;
}

/** Reads one file: front matter, facts, headings with their ids. Lists faults in `problems` and throws nothing. */
export function parseSource(source: SourceFile, context: ParseContext): ParsedSource {
  const { facts, email, claim, operator } = context;
  const { file, locale, text } = source;
  const front = splitFrontMatter(file, text);
  const checked = checkFields(source, front);
  // Without front matter every field is missing, and one message is enough.
  const isAbsent = front.fields.size === 0 && front.problems.length > 0;
  const problems = isAbsent ? [...front.problems] : [...front.problems, ...checked.problems];
  const fields = { ...checked.fields };
  for (const name of ['title', 'description'] as const) {
    try {
      fields[name] = fillFacts(fields[name], locale, facts);
    } catch (error) {
      const line = front.fields.get(name)?.line ?? 1;
      problems.push({ file, line, message: `${name}: ${error instanceof Error ? error.message : error}` });
    }
  }
  const withClaim = claim ?? hasClaim();
  problems.push(...misplacedMarks(file, front.body), ...(withClaim ? outdated(source, front.body) : []));
  const hasOperator = operator ?? readOperator(process.env) !== null;
  const body = dropSentences(front.body, locale, { email, hasClaim: withClaim, hasOperator });
  const marked = insertTokens(file, body, { locale, facts, email });
  const root = markdownToMdast(marked.text, { features: { frontmatter: false, gfm: { footnotes: false } } });
  const outline = readOutline(file, 'children' in root ? (root.children as MdastNode[]) : [], marked.tokens);
  return {
    ...outline,
    source,
    fields,
    facts: factIds(text),
    tokens: marked.tokens,
    problems: [...problems, ...marked.problems, ...outline.problems],
  };
}

/** A text with versions does not change without a new one: with a claim it may say nothing of the time before. */
function outdated({ file, kind, name }: SourceFile, body: string): readonly Problem[] {
  if (kind !== 'legal' && name !== 'blackpaper') return [];
  return body.split('\n').flatMap((line, index) => {
    const message = `${BEFORE_CLAIM} marks what is true no longer: write a new version`;
    return line.includes(BEFORE_CLAIM) ? [{ file, line: index + 1, message }] : [];
  });
}
