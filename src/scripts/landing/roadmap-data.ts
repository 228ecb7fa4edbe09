import type { DateBasis } from '#src/config/schedule.ts';
import { fill } from '#src/lib/text/fill.ts';
import { inBrackets } from '#src/lib/text/joins.ts';

/** The groups of the roadmap in the order of the page. */
export const MILE_STATES = ['done', 'now', 'passed', 'planned', 'undated'] as const;
export type MileState = (typeof MILE_STATES)[number];

/** The data of the roadmap for its script. */
export interface RoadmapData {
  readonly tag: string;
  /** The text of a stated date, with the placeholder {date}. */
  readonly stated: string;
  /** "computed", after a date that no statement names. */
  readonly computed: string;
}

/** A date of the roadmap with its basis. */
export function dateText({ tag, stated, computed }: RoadmapData, date: string, basis: DateBasis): string {
  return basis === 'computed' ? date + inBrackets(computed, tag) : fill(stated, { date });
}
