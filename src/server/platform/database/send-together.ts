import type { CompiledQuery } from 'kysely';
import type { Tx } from './tables.ts';

/**
 * Runs statements of a transaction in the given order without waiting for an answer between them: on PostgreSQL all of
 * them take one round trip. None may depend on the rows of another. Returns the rows of each. If one fails, waits for
 * the others, which then failed or will be rolled back, and throws its error.
 */
export async function sendTogether<Rows extends readonly unknown[]>(
  tx: Tx,
  ...statements: { readonly [Place in keyof Rows]: CompiledQuery<Rows[Place]> }
): Promise<{ readonly [Place in keyof Rows]: readonly Rows[Place][] }> {
  // Statements run through the transaction itself wait for one another.
  const ended = await tx
    .getExecutor()
    .provideConnection((connection) =>
      Promise.allSettled(statements.map((statement) => connection.executeQuery(statement))),
    );
  const rows = ended.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value.rows;
  });
  return rows as unknown as { readonly [Place in keyof Rows]: readonly Rows[Place][] };
}
