import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withCodeFigures } from '#src/config/figures.ts';
import type { Db, Tx } from '../database/tables.ts';
import { lockRecordChain } from './append-record.ts';
import { recordNews } from './news.ts';

/** How many changed facts one entry names at most, by id. */
const FACTS_NAMED = 30;

export interface Release {
  readonly version: string;
  /** The build's name; null without a site. */
  readonly build: string | null;
  /** A short digest of each fact's value, by id. */
  readonly facts: Readonly<Record<string, string>>;
}

/** The release that this process serves: the build's name, and the facts that the site states. */
export function readRelease(version: string, siteDirectory: string | null, contentDirectory: string): Release {
  const facts = withCodeFigures(JSON.parse(readFileSync(join(contentDirectory, 'facts.json'), 'utf8')));
  return {
    version,
    build: siteDirectory === null ? null : buildIn(siteDirectory),
    facts: Object.fromEntries(Object.entries(facts).map(([id, { value }]) => [id, digest(JSON.stringify(value))])),
  };
}

function buildIn(siteDirectory: string): string | null {
  try {
    const { build } = JSON.parse(readFileSync(join(siteDirectory, 'build.json'), 'utf8')) as { build?: unknown };
    return typeof build === 'string' && /^[0-9a-f]{16}$/.test(build) ? build : null;
  } catch {
    return null;
  }
}

/** Adds a newly served build to the system log, with the facts that it changed. */
export async function noteRelease(db: Db, { version, build, facts }: Release, now: number): Promise<void> {
  const at = BigInt(now);
  await db.transaction().execute(async (tx) => {
    // Instances that start at once must report it once.
    await lockRecordChain(tx, 'news');
    if (build !== null && (await changed(tx, 'noted-build', build)) !== build)
      await recordNews(tx, { event: 'build-released', data: { version, build }, source: `build:${build}:${at}` }, at);
    const before = await changed(tx, 'noted-facts', JSON.stringify(facts));
    const ids = before === null ? [] : differing(JSON.parse(before) as Release['facts'], facts);
    if (ids.length === 0) return;
    const data = { facts: ids.slice(0, FACTS_NAMED), more: Math.max(0, ids.length - FACTS_NAMED) };
    await recordNews(tx, { event: 'facts-changed', data, source: `facts:${digest(JSON.stringify(facts))}:${at}` }, at);
  });
}

/** Stores a setting; returns its previous value. */
async function changed(tx: Tx, key: string, value: string): Promise<string | null> {
  const before = await tx.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  await tx
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
  return before?.value ?? null;
}

function differing(before: Release['facts'], after: Release['facts']): string[] {
  const ids = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...ids].filter((id) => before[id] !== after[id]).sort();
}

function digest(text: string): string {
  return hash('sha256', text).slice(0, 16);
}
