import type { DatabaseEngine } from '../database/engine.ts';

/** Which session posted a hash first: it is shown the hash before a chain is. */
export function postersSchema(_engine: DatabaseEngine): readonly string[] {
  return [
    'alter table submissions add column posted_by text',
    'create index submissions_poster on submissions (posted_by) where posted_by is not null',
  ];
}
