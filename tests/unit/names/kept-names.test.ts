import { expect, it } from 'vitest';
import { SITE_SETTINGS } from '#src/config/site-settings.ts';
import { STORAGE_KEYS } from '#src/config/storage-keys.ts';
import { contractNames } from './contract-names.ts';
import { databaseNames } from './database-names.ts';
import kept from './kept-names.json' with { type: 'json' };
import { filesOf, sourceTexts } from './source-texts.ts';

// Names known to browsers, databases, other programs and operators. Renaming one of these loses the data stored under
// it, or breaks its callers, so kept-names.json only grows.

const texts = [...sourceTexts()];

/** The names that no code under the folder contains as a whole. */
function missing(names: readonly string[], folder = 'src/'): readonly string[] {
  const stated = texts.flatMap(([file, found]) => (file.startsWith(folder) ? found : []));
  return names.filter((name) => {
    const whole = new RegExp(`(?<![\\w-])${name}(?![\\w-])`);
    return !stated.some((text) => whole.test(text));
  });
}

it.each(['localStorage', 'sessionStorage', 'caches'] as const)('items of %s keep their names', (place) => {
  // The prefix of a key is followed by its subject.
  const prefixes = kept.stored[place].filter((name) => name.endsWith(':'));
  const stated = texts.flatMap(([, found]) => found);
  expect(missing(kept.stored[place].filter((name) => !name.endsWith(':')))).toEqual([]);
  expect(prefixes.filter((prefix) => !stated.some((text) => text.includes(prefix)))).toEqual([]);
});

it('the table of storage keys has all of them', () => {
  const { local, session } = STORAGE_KEYS;
  const ofRehearsal = kept.stored.localStorage.filter((name) => name.startsWith('rehearsal_'));
  expect([...local, ...ofRehearsal].sort()).toEqual([...kept.stored.localStorage].sort());
  expect([...session].sort()).toEqual([...kept.stored.sessionStorage].sort());
});

it('no other file states a storage key', () => {
  const keys: readonly string[] = [...STORAGE_KEYS.local, ...STORAGE_KEYS.session];
  const isKey = (text: string) => keys.some((key) => new RegExp(`(?<![\\w-])${key}(?![\\w-])`).test(text));
  // `synx_tokens` and `synx_destination` are parameters of a payment service.
  const isLike = (text: string) => /\bsynx_(?!tokens$|destination$)[a-z_]+/.test(text);
  const strays = texts.flatMap(([file, found]) =>
    file.startsWith('src/server/') || file === 'src/config/storage-keys.ts'
      ? []
      : found.filter((text) => isKey(text) || isLike(text)).map((text) => `${file}: ${text}`),
  );
  expect(strays).toEqual([]);
});

it('events of the page keep their names', () => expect(missing(kept.events)).toEqual([]));

it('cookies keep their names', () => expect(missing(kept.cookies, 'src/server/')).toEqual([]));

it('kinds of alarms keep their names', () => expect(missing(kept.alarmKinds, 'src/server/')).toEqual([]));

it('migrations keep the names by which a database knows them', () =>
  expect(missing(kept.migrations, 'src/server/')).toEqual([]));

it('calls of the API keep their paths', () => expect(missing(kept.paths)).toEqual([]));

it('variables of the environment keep their names', async () => {
  const [env = ''] = filesOf('src/server/**/env.ts');
  const { SETTINGS } = (await import(env)) as { readonly SETTINGS: readonly string[] };
  const read = [...SETTINGS, ...SITE_SETTINGS];
  expect(missing(kept.environment.filter((name) => !read.includes(name)))).toEqual([]);
});

it('tables and columns keep their names', async () => {
  expect(lost(kept.tables, await databaseNames())).toEqual([]);
});

it('fields, statuses, codes and reasons of the contract keep their names', async () => {
  expect(lost(kept.contract, await contractNames())).toEqual([]);
});

/** Recorded names that no longer exist, as `table.column`. */
function lost(
  expected: Readonly<Record<string, readonly string[]>>,
  found: Readonly<Record<string, readonly string[]>>,
): readonly string[] {
  return Object.entries(expected).flatMap(([group, names]) =>
    names.filter((name) => found[group]?.includes(name) !== true).map((name) => `${group}.${name}`),
  );
}
