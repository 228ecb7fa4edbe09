import type { DatabaseEngine } from '../database/engine.ts';

/**
 * The lane in which a posted hash is looked for: a number that 4,096 callers' addresses are spread over, not an
 * address.
 */
export function lanesSchema(engine: DatabaseEngine): readonly string[] {
  return [`alter table submissions add column lane ${engine === 'sqlite' ? 'integer' : 'bigint'}`];
}
