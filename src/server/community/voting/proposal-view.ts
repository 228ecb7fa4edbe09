import type { Locale } from '#src/config/locales.ts';
import type { Proposal } from '#src/contract/voting.ts';
import { type ContentProposal, proposalStatus } from './proposals.ts';

const ORDER = { open: 0, announced: 1, closed: 2 } as const;

/** A proposal with its results, in a language or, if it lacks that language, in English. */
export function proposalView(
  proposal: ContentProposal,
  locale: Locale,
  counts: ReadonlyMap<string, number> | undefined,
  now: number,
): Proposal {
  const own = proposal.texts[locale];
  const text = own ?? proposal.texts.en;
  const choices = proposal.choices.map((id) => ({
    id,
    label: text.choices[id] ?? id,
    votes: counts?.get(id) ?? 0,
  }));
  return {
    id: proposal.id,
    status: proposalStatus(proposal, now),
    opensAt: new Date(proposal.opensAt).toISOString(),
    closesAt: new Date(proposal.closesAt).toISOString(),
    locale: own === undefined ? 'en' : locale,
    title: text.title,
    summary: text.summary,
    choices,
    turnout: choices.reduce((sum, { votes }) => sum + votes, 0),
  };
}

/** Open proposals first, then announced ones, then closed ones; each group by its latest date. */
export function byStatus(one: Proposal, other: Proposal): number {
  if (one.status !== other.status) return ORDER[one.status] - ORDER[other.status];
  return one.closesAt < other.closesAt ? 1 : -1;
}
