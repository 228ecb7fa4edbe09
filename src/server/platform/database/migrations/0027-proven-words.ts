import type { EngineWords } from './engine-words.ts';

/** The block that proved that passed-on coins arrived, and when a session stated the terms. */
export function provenWordsSchema({ int }: EngineWords): readonly string[] {
  return [
    'alter table payments add column proven_in text',
    `alter table submissions add column terms_proven_at ${int}`,
  ];
}
