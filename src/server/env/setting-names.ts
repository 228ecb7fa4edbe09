import { chainSettings } from '#src/config/chains.ts';
import { SITE_SETTINGS } from '#src/config/site-settings.ts';
import { SETTINGS } from './env.ts';

/** Settings that only the build or `npm run dev` reads. */
const OF_TOOLS = ['SOURCE_COMMIT', 'SOURCE_DATE_EPOCH', 'SYNX_LOCALES', 'API_ORIGIN'] as const;

/** Every setting of every command. */
export const SETTING_NAMES: ReadonlySet<string> = new Set([...SETTINGS, ...SITE_SETTINGS, ...OF_TOOLS]);

/** Settings that are secret. NAME_FILE names a file that contains the value, as container platforms provide it. */
export const SECRET_SETTINGS = [
  ...chainSettings('RPC_URL'),
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_READ_URL',
  'SMTP_URL',
  'RECEIPT_SIGNING_KEY',
] as const;

/** The name of the setting for a file with the value of a secret. */
export const fileSetting = (name: (typeof SECRET_SETTINGS)[number]) => `${name}_FILE` as const;

const FILE_SETTINGS: ReadonlySet<string> = new Set(SECRET_SETTINGS.map(fileSetting));

/** In shorter names two wrong letters make another word, such as HOSTS. */
const TELLING_LENGTH = 10;

/** Names of `.env` that no command reads, each as a sentence with the remedy. */
export function unknownInFile(names: Iterable<string>): string[] {
  return [...names].flatMap((name) => (isKnown(name) ? [] : [problemOf(name)]));
}

/**
 * Names of an environment that are a setting misspelt. An environment has many names that belong to other programs, so
 * that only those count that are at most two letters away from a long name.
 */
export function misspeltIn(environment: Iterable<string>): string[] {
  return [...environment].flatMap((name) => {
    const meant = isKnown(name) ? undefined : meantBy(name);
    return meant === undefined || meant.length < TELLING_LENGTH ? [] : [problemOf(name)];
  });
}

function isKnown(name: string): boolean {
  return SETTING_NAMES.has(name) || FILE_SETTINGS.has(name) || name === 'NODE_OPTIONS' || name === 'SYNX_ENV_FILE';
}

function problemOf(name: string): string {
  const plain = name.replace(/_FILE$/, '');
  if (plain !== name && SETTING_NAMES.has(plain))
    return `${name}: only secrets are read from files (${[...FILE_SETTINGS].join(', ')}); set ${plain} itself`;
  const meant = meantBy(name);
  return `${name}: no command has such a setting; ${meant === undefined ? 'remove it' : `did you mean ${meant}?`}`;
}

/** The setting that is at most two letters away from a name; with several, the nearest. */
function meantBy(name: string): string | undefined {
  const [nearest] = [...SETTING_NAMES, ...FILE_SETTINGS]
    .map((known) => ({ known, distance: editDistance(known, name) }))
    .filter(({ distance }) => distance <= 2)
    .sort((one, other) => one.distance - other.distance);
  return nearest?.known;
}

/** How many letters have to be added, removed or replaced to make one text of the other (Levenshtein). */
function editDistance(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return Number.POSITIVE_INFINITY;
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [position, letter] of [...one].entries()) {
    const next = [position + 1];
    for (const [index, against] of [...other].entries()) {
      const replaced = (row[index] ?? 0) + (letter === against ? 0 : 1);
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
