import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { DEFAULT_LOCALE, LOCALE_CODES, type Locale } from '#src/config/locales.ts';

const id = z
  .string()
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be words of lower-case letters and digits, joined by -')
  .max(40);
const listSchema = z.array(
  z
    .strictObject({
      id: id.max(60),
      opensAt: z.iso.datetime(),
      closesAt: z.iso.datetime(),
      choices: z.array(id).min(2).max(10),
    })
    .refine(({ opensAt, closesAt }) => opensAt < closesAt, 'closes before it opens')
    .refine(({ choices }) => new Set(choices).size === choices.length, 'names a choice twice'),
);
const oneLine = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}]+$/u, 'must be one line');
const textSchema = z.strictObject({
  title: oneLine(160),
  summary: oneLine(1_500),
  choices: z.record(id, oneLine(80)),
});
export type ProposalText = z.infer<typeof textSchema>;

/** A question that the site puts to its visitors. */
export interface ContentProposal {
  readonly id: string;
  /** Milliseconds. */
  readonly opensAt: number;
  readonly closesAt: number;
  readonly choices: readonly string[];
  /** English is always there; the signed text contains its title and labels. */
  readonly texts: Readonly<Partial<Record<Locale, ProposalText>>> & { readonly en: ProposalText };
}

/** The proposals of `<directory>/voting`. Throws one Error that lists every problem with its file. */
export function readProposals(directory: string): readonly ContentProposal[] {
  const folder = join(directory, 'voting');
  const file = join(folder, 'proposals.json');
  if (!existsSync(file)) return [];
  const problems: string[] = [];
  const read = <Schema extends z.ZodType>(path: string, schema: Schema): z.infer<Schema> | null => {
    const name = `content/voting/${path}`;
    try {
      const parsed = schema.safeParse(JSON.parse(readFileSync(join(folder, path), 'utf8')));
      if (parsed.success) return parsed.data;
      problems.push(...parsed.error.issues.map((issue) => `${name}: ${issue.path.join('.')}: ${issue.message}`));
    } catch (error) {
      problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
    }
    return null;
  };
  const list = read('proposals.json', listSchema) ?? [];
  if (new Set(list.map((proposal) => proposal.id)).size !== list.length)
    problems.push('content/voting/proposals.json: names a proposal twice');
  const proposals = list.flatMap(({ opensAt, closesAt, ...proposal }): ContentProposal[] => {
    const texts: Partial<Record<Locale, ProposalText>> = {};
    for (const locale of LOCALE_CODES as readonly Locale[]) {
      const path = `${locale}/${proposal.id}.json`;
      if (locale !== DEFAULT_LOCALE && !existsSync(join(folder, path))) continue;
      const text = read(path, textSchema);
      if (text === null) continue;
      const labelled = Object.keys(text.choices).sort().join(', ');
      if (labelled !== proposal.choices.toSorted().join(', '))
        problems.push(`content/voting/${path}: choices: must be those of proposals.json`);
      texts[locale] = text;
    }
    const { en } = texts;
    if (en === undefined) return [];
    return [{ ...proposal, opensAt: Date.parse(opensAt), closesAt: Date.parse(closesAt), texts: { ...texts, en } }];
  });
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return proposals;
}

/** The state of a proposal; people can vote from its opening until just before its close. */
export function proposalStatus({ opensAt, closesAt }: ContentProposal, now: number): 'announced' | 'open' | 'closed' {
  if (now < opensAt) return 'announced';
  return now < closesAt ? 'open' : 'closed';
}
