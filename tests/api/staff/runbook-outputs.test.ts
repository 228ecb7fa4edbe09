import { expect, test } from 'vitest';
import { runCommand } from '#src/server/staff/console/run-command.ts';
import { filledIn } from '#tests/deploy/deploy-commands.ts';
import { missingLine, readRunbook } from '#tests/drill/runbook.ts';
import { openHttpApp } from '#tests/support/http-app.ts';
import { anewForEach } from '#tests/support/opened.ts';
import { newStaffMember } from '#tests/support/staff-member.ts';
import { storeConfirming } from '#tests/support/store-confirming.ts';

const WALLET = `0x${'ab'.repeat(20)}`;
const http = anewForEach(openHttpApp);

test('the desk’s screens print the fields that docs/runbook.md tells its operators to look at', async () => {
  const { db, alarms, now } = http.context;
  await newStaffMember(http, 'grace', 'manager');
  await http.credit(WALLET, 10n);
  const { id } = await storeConfirming(db, WALLET, 10n, now());
  const refund = { payment_id: id, sequence: 1n, usd_micro: '10', created_at: BigInt(now()) };
  await db
    .insertInto('refunds')
    .values({ ...refund, reason: 'sale-over', status: 'due' })
    .execute();
  for (const chain of ['1', '56'])
    await alarms.raise('quorum-dispute', chain, '0x1: 2 sources answered, no 2 of them agree');
  await alarms.resolve('quorum-dispute', '56');

  const values = { '<the wallet>': WALLET, '<the person>': 'grace' };
  const steps = [...readRunbook().values()].flat();
  let compared = 0;
  for (const { commands, shown } of steps) {
    const shows = Array.from(commands.matchAll(/^staff (show .*)$/gm), ([, command = '']) => filledIn(command, values));
    // The other lines are those of other commands.
    const fields = shown.filter((line) => shows.length > 0 && /^"/.test(line.trim()));
    if (fields.length === 0) continue;
    compared += 1;
    const outputs: string[] = [];
    for (const command of shows) outputs.push(await runCommand(http, { args: command.split(' '), credentials: null }));
    const output = outputs.join('\n');
    expect(missingLine(fields, output), `${commands}${output}`).toBeNull();
  }
  expect(compared).toBeGreaterThan(7);
});
