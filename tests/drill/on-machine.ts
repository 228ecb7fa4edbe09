import { startPostgres } from '#tests/support/postgres.ts';
import { type Machine, type MachineOptions, startMachine } from './machine.ts';

/** Performs a drill on a deployment with its own PostgreSQL, whose superuser's address it is given. */
export async function onMachine(
  perform: (machine: Machine, postgres: string) => Promise<string>,
  options: Pick<MachineOptions, 'previous' | 'more'> = {},
): Promise<string> {
  const postgres = await startPostgres();
  if ('unavailable' in postgres) throw new Error(`PostgreSQL is needed: ${postgres.unavailable}`);
  try {
    const machine = await startMachine({ postgres: postgres.url, ...options });
    try {
      return await perform(machine, postgres.url);
    } finally {
      await machine.stop();
    }
  } finally {
    await postgres.stop();
  }
}
