import type { DatabaseEngine } from '../database/engine.ts';
import { engineWords } from './engine-words.ts';

/**
 * In which block the arrival of coins that a contract passed on was proven, and when a session that had proven its
 * wallet stated the version of the terms. Neither is known of existing rows.
 */
export function provenWordsSchema(engine: DatabaseEngine): readonly string[] {
  const { int } = engineWords(engine);
  return [
    'alter table payments add column proven_in text',
    `alter table submissions add column terms_proven_at ${int}`,
  ];
}
