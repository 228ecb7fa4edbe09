import { startReplicated } from '#tests/support/postgres/replicated.ts';
import type { Watch } from './drill.ts';
import { startMachine } from './machine.ts';

/** The primary and all its processes are killed while a payment is confirming; the standby takes its place. */
export async function promoteStandby(watch: Watch): Promise<string> {
  const pair = await startReplicated();
  try {
    const [primary, standby] = pair.nodes;
    const machine = await startMachine({ postgres: primary.url });
    try {
      const before = await machine.pay();
      await machine.becomes(before, 'credited');
      const open = await machine.pay();
      watch.begin();
      await pair.killPrimary();
      machine.setPostgres(standby.url);
      const task = machine.task('The database’s primary is lost');
      await task.step();
      await task.step({ '<the standby>': new URL(standby.url).host });
      task.end();
      await machine.becomes(open, 'credited');
      await machine.becomes(await machine.pay(), 'credited');
      watch.end();
      await machine.becomes(before, 'credited');
      return 'what was answered is there, the payment in progress is credited once, and so is a new one';
    } finally {
      await machine.stop();
    }
  } finally {
    await pair.stop();
  }
}
