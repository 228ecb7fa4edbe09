import { z } from 'zod';
import en from '#content/i18n/en.json' with { type: 'json' };
import content from '#content/roadmap.json' with { type: 'json' };
import { LOCALES, type Locale } from '#src/config/locales.ts';
import { type DateBasis, eventStatus, SCHEDULE, type ScheduledEvent } from '#src/config/schedule.ts';
import type { DictionaryKey } from '#src/i18n/dictionary.ts';
import { translatorOf } from '#src/i18n/translate.ts';
import { MILE_STATES, type MileState, type RoadmapData } from '#src/scripts/landing/roadmap-data.ts';

const FILE = 'content/roadmap.json';
/** The schedule's events under the names that the roadmap gives them. */
const EVENTS: Readonly<Record<string, ScheduledEvent['key']>> = {
  tge: 'tge',
  stakeUnlock: 'stakeUnlock',
  rewardsUnlock: 'rewardsUnlock',
  claim: 'claimOpen',
};
const entrySchema = z
  .strictObject({
    id: z.string().refine((id) => `landing.roadmap.${id}` in en, 'has no text landing.roadmap.<id>'),
    /** `scheduled` has its date, if any, in config/schedule.ts; only `done` says that something happened. */
    status: z.enum(['now', 'done', 'scheduled', 'undated']),
  })
  .refine(({ id, status }) => (status === 'scheduled') === id in EVENTS, {
    path: ['status'],
    message: 'is scheduled for the events of the schedule, and only for them',
  });

export interface RoadmapEntry {
  /** The event of the schedule, or the entry's own id. */
  readonly id: string;
  readonly text: DictionaryKey;
  readonly state: MileState;
  /** ISO 8601 day; null while none is known. */
  readonly day: string | null;
  readonly basis: DateBasis;
}

const STATES = { happened: 'done', passed: 'passed', pending: 'planned', unknown: 'undated' } as const;

/** The roadmap at `now` (ms), by state and date; a date that went by unreported counts as passed, never as done. */
export function roadmap(now: number): readonly RoadmapEntry[] {
  const place = ({ state, day }: RoadmapEntry) => `${MILE_STATES.indexOf(state)} ${day ?? ''}`;
  return entriesAt(now).toSorted((a, b) => (place(a) < place(b) ? -1 : place(a) > place(b) ? 1 : 0));
}

function entriesAt(now: number): readonly RoadmapEntry[] {
  const parsed = z.array(entrySchema).safeParse(content);
  if (!parsed.success) {
    throw new Error(
      parsed.error.issues.map(({ path, message }) => `${FILE}: ${path.join('.')}: ${message}`).join('\n'),
    );
  }
  return parsed.data.map(({ id, status }) => {
    const text = `landing.roadmap.${id}` as DictionaryKey;
    if (status !== 'scheduled') return { id, text, state: status, day: null, basis: 'unknown' };
    const event = SCHEDULE.find(({ key }) => key === EVENTS[id]);
    if (event === undefined) throw new Error(`${FILE}: ${id}: is not in the schedule`);
    const { key, date, basis } = event;
    return { id: key, text, state: STATES[eventStatus(event, now)], day: date, basis };
  });
}

/** What the dates of the entries say in a language. */
export function roadmapData(locale: Locale): RoadmapData {
  const t = translatorOf(locale);
  return {
    tag: LOCALES[locale].tag,
    stated: t('landing.roadmap.date', { date: '{date}' }),
    computed: t('calendar.basis.computed'),
  };
}
