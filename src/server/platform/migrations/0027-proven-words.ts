import type { DatabaseEngine } from '../database/engine.ts';
import { engineWords } from './engine-words.ts';

/**
 * In which block we proved that coins a contract passed on had arrived, and when a session that had proven its wallet
 * stated the version of the terms. Neither is known for existing rows.
 */
export function provenWordsSchema(engine: DatabaseEngine): readonly string[] {
  const { int } = engineWords(engine);
  return [
    'alter table payments add column proven_in text',
    `alter table submissions add column terms_proven_at ${int}`,
  ];
}
