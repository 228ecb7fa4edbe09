import type { Watch } from './drill.ts';
import type { Machine } from './machine.ts';
import { onMachine } from './on-machine.ts';
import type { Task } from './perform-task.ts';

type Values = Readonly<Record<string, string>>;

const ADA = { '<your name>': 'ada', '<another manager>': 'grace', '<why, in a sentence>': 'A rehearsal of this task.' };

/** Tasks that need no accident, one after the other on one deployment. */
export function performOthers(watch: Watch): Promise<string> {
  return onMachine(async (machine) => {
    await machine.join('ada');
    await machine.join('grace');
    const payment = await machine.pay();
    await machine.becomes(payment, 'credited');
    watch.begin();
    const tasks = await performAll(machine, payment.wallet);
    watch.end();
    await machine.becomes(payment, 'credited');
    return `${tasks} tasks show what the document says`;
  });
}

async function performAll(machine: Machine, wallet: string): Promise<number> {
  const commit = { '<the whole commit>': 'abcdef01'.repeat(5) };
  const tasks: readonly (readonly [Task, ...Values[]])[] = [
    [machine.task('A password or address of a service'), {}],
    [machine.task("The salt of callers' addresses"), { '<the database of DATABASE_URL>': 'synx' }],
    [
      machine.task('Stop the sale for now'),
      { ...ADA, '<1:ETH,1:USDC and so on>': '1:ETH,1:USDC' },
      { ...ADA, ...commit },
      { ...ADA, ...commit, '<such as 1:USDT>': '1:ETH' },
    ],
    [
      machine.task('A wrong price'),
      {},
      {
        ...ADA,
        '<the buyer>': wallet,
        '<SYNX, with a minus to take>': '-1',
        // The two of the task before are open.
        '<the number of the proposal>': '3',
      },
    ],
    [machine.task('A price feed is late'), {}],
    [machine.task('Legal hold'), { '<the day>': '2026-05-04' }],
    [machine.task('A person asks for their data'), { '<the wallet>': wallet }],
    [machine.task('A staff account'), { '<the person>': 'grace' }, { '<the person>': 'grace' }],
  ];
  for (const [task, ...blocks] of tasks) {
    for (const values of blocks) await task.step(values);
    task.end();
  }
  return tasks.length;
}
