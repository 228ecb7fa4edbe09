import { checkOut } from '#tests/upgrade/release.ts';
import type { Watch } from './drill.ts';
import { onMachine } from './on-machine.ts';

/** The first release, whose server has to work on the database of every later one. */
const RELEASE = '0.1.0';
/** A call that the release does not have. */
const LATER_CALL = '/api/csp-report';

/** This version gives way to the first release, on the database that it has migrated, and comes back. */
export async function rollBack(watch: Watch): Promise<string> {
  const release = checkOut(RELEASE);
  try {
    return await onMachine(
      async (machine) => {
        const before = await machine.pay();
        await machine.becomes(before, 'credited');
        const isRelease = async () =>
          !(await (await fetch(`${machine.url}/api/openapi.json`)).text()).includes(LATER_CALL);
        watch.begin();
        for (const isBack of [true, false]) {
          const task = machine.task('Roll back');
          await task.step();
          task.end();
          if ((await isRelease()) !== isBack) throw new Error('the other version does not run');
          await machine.becomes(before, 'credited');
          await machine.becomes(await machine.pay(), 'credited');
        }
        watch.end();
        return `payments are credited by release ${RELEASE} on the same database, and by this version again`;
      },
      { previous: release.folder },
    );
  } finally {
    release.remove();
  }
}
