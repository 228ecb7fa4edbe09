import { execute } from '#tests/support/postgres/execute.ts';
import type { Watch } from './drill.ts';
import { onMachine } from './on-machine.ts';

/** The database is dropped; a payment made after the last backup has to be found and credited again. */
export function restoreBackup(watch: Watch): Promise<string> {
  return onMachine(async (machine, postgres) => {
    await machine.join('ada');
    const kept = await machine.pay();
    await machine.becomes(kept, 'credited');
    const backup = machine.task('Take a backup');
    const made = await backup.step();
    const [head = '', mark = ''] = made.match(/^\d+:[0-9a-f]{64}$/gm) ?? [];
    backup.end();
    const later = await machine.pay();
    await machine.becomes(later, 'credited');
    watch.begin();
    await execute(postgres, 'drop database synx with (force)');
    const restore = machine.task('Restore from a backup');
    await restore.step({
      '<the newest backup>': /by-hand-[\d-]+/.exec(made)?.[0] ?? '',
      '<the day>': '2026-05-04',
      '<the mark of the backup>': mark,
      '<a head noted before the backup>': head,
    });
    await restore.step();
    await machine.finds(later);
    watch.end();
    await machine.becomes(kept, 'credited');
    await restore.step();
    restore.end();
    return 'the payment made after the backup is found without its page and credited again; books and records are sound';
  });
}
