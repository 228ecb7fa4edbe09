/**
 * How the suites use PostgreSQL, by SYNX_TEST_POSTGRES: `serializable` (every transaction and statement, by the
 * default of each database), `pgbouncer` (through a pooler in transaction mode) or `repeated` (the body of every
 * transaction runs twice, the first time in vain).
 */
const MODES = ['plain', 'serializable', 'pgbouncer', 'repeated'] as const;
export type PostgresMode = (typeof MODES)[number];

export const POSTGRES_MODE: PostgresMode = readMode(process.env['SYNX_TEST_POSTGRES']);

function readMode(given = 'plain'): PostgresMode {
  const mode = MODES.find((candidate) => candidate === given);
  if (mode === undefined) throw new RangeError(`SYNX_TEST_POSTGRES: must be one of ${MODES.join(', ')}`);
  return mode;
}
