import { z } from 'zod';
import content from '#content/owed.json' with { type: 'json' };
import { COMMUNITY_LINKS } from '#src/config/community.ts';
import { OPERATOR, type Operator } from '#src/config/operator.ts';
import type { DictionaryKey } from '#src/i18n/dictionary.ts';

const FILE = 'content/owed.json';

/** What each is called; how it will be done is `landing.owed.done.<id>`. */
const NAMES = {
  team: 'landing.team.title',
  audit: 'landing.roadmap.audit',
  operator: 'landing.owed.operator',
  supply: 'landing.owed.supply',
  channels: 'airdrop.links.label',
  testnet: 'landing.roadmap.testnet',
  giveaway: 'presale.giveaway',
} as const satisfies Readonly<Record<string, DictionaryKey>>;
type OwedId = keyof typeof NAMES;

/** Those that a setting of the build does; an operator whom nobody can write to is still owed. */
const doneBy = (operator: Operator | null): Partial<Record<OwedId, boolean>> => ({
  operator: operator?.email != null,
  channels: COMMUNITY_LINKS.length > 0,
  giveaway: Boolean(import.meta.env?.PUBLIC_GIVEAWAY_URL),
});
const schema = z.array(
  z.strictObject({ id: z.enum(Object.keys(NAMES) as [OwedId, ...OwedId[]]), since: z.iso.date() }),
);

export interface Owed {
  readonly id: OwedId;
  readonly name: DictionaryKey;
  readonly done: DictionaryKey;
  /** ISO 8601 day. */
  readonly since: string;
}

/** What visitors are still owed, in the order of the file, without what the settings of this build have done. */
export function owed(operator = OPERATOR): readonly Owed[] {
  const parsed = schema.safeParse(content);
  if (!parsed.success)
    throw new Error(
      parsed.error.issues.map(({ path, message }) => `${FILE}: ${path.join('.')}: ${message}`).join('\n'),
    );
  const done = doneBy(operator);
  return parsed.data
    .filter(({ id }) => done[id] !== true)
    .map(({ id, since }) => ({ id, name: NAMES[id], done: `landing.owed.done.${id}`, since }));
}
