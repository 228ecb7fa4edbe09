import { z } from 'zod';
import content from '#content/roadmap.json' with { type: 'json' };
import type { DictionaryKey } from '#src/i18n/dictionary.ts';
import { loadFacts } from '#src/i18n/facts.ts';
import { LANDING_KEYS } from '#src/i18n/keys/landing-keys.ts';
import { hasPassed } from '#src/lib/time/stated-dates.ts';

const FILE = 'content/roadmap.json';
const entrySchema = z
  .strictObject({
    id: z.string().refine((id) => `landing.roadmap.${id}` in LANDING_KEYS, 'has no text landing.roadmap.<id>'),
    /** `stated` has a date that was once named; only `done` says that something happened. */
    status: z.enum(['now', 'done', 'stated', 'undated']),
    date: z.string().optional().describe('Id of a fact that is a date'),
  })
  .refine(({ status, date }) => (status === 'stated') === (date !== undefined), {
    path: ['date'],
    message: 'belongs to the status stated, and only to it',
  });

export interface RoadmapEntry {
  readonly text: DictionaryKey;
  readonly state: 'now' | 'done' | 'planned' | 'passed' | 'undated';
  /** The stated day, ISO 8601. */
  readonly day: string | null;
}

/**
 * The roadmap at `now` (milliseconds since 1970): a date that has gone by without `done` counts as passed and never as
 * done.
 */
export function roadmap(now: number): readonly RoadmapEntry[] {
  const parsed = z.array(entrySchema).safeParse(content);
  if (!parsed.success) {
    throw new Error(
      parsed.error.issues.map(({ path, message }) => `${FILE}: ${path.join('.')}: ${message}`).join('\n'),
    );
  }
  return parsed.data.map(({ id, status, date }) => {
    const text = `landing.roadmap.${id}` as DictionaryKey;
    if (status !== 'stated') return { text, state: status, day: null };
    const fact = loadFacts()[date ?? ''];
    if (fact?.unit !== 'date') throw new Error(`${FILE}: ${id}: date: ${date} is not a fact with a date`);
    return { text, state: hasPassed(fact.value, now) ? 'passed' : 'planned', day: fact.value };
  });
}
