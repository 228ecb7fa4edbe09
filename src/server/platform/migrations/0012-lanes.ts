import type { DatabaseEngine } from '../database/engine.ts';

/** The lane in which we look for a posted hash: one of 4,096, not an address. */
export function lanesSchema(engine: DatabaseEngine): readonly string[] {
  return [`alter table submissions add column lane ${engine === 'sqlite' ? 'integer' : 'bigint'}`];
}
