import { DEVELOPMENT_PRESALE_ADDRESS as TREASURY } from '#src/config/development-accounts.ts';
import { send } from '#tests/support/pay.ts';
import type { Watch } from './drill.ts';
import { PAID } from './machine.ts';
import { onMachine } from './on-machine.ts';

/** Blocks after which one is final on a local chain. */
const FINAL = 70;

/** Two managers close the sale; a payment of afterwards is returned and recorded, and everything is recounted. */
export function endSale(watch: Watch): Promise<string> {
  return onMachine(async (machine) => {
    await machine.join('ada');
    await machine.join('grace');
    const last = await machine.pay();
    await machine.becomes(last, 'credited');
    watch.begin();
    const task = machine.task('The end of the sale');
    const [, proposal = ''] = /Proposal (\d+) waits/.exec(await task.step()) ?? [];
    await task.step({ '<the number of the proposal>': proposal });
    await machine.passes(Date.now());
    const late = await machine.pay();
    await machine.becomes(late, 'refund-due');
    const [, refund = ''] = /"Refund": "(\d+)"/.exec(await task.step()) ?? [];
    const { ethereum } = machine;
    const hash = await send(ethereum, { from: TREASURY, to: late.wallet, value: PAID });
    await ethereum.mine({ blocks: FINAL });
    await machine.becomes(late, 'final');
    await task.step({ '<the number of the refund>': refund, '<the transaction>': hash });
    await task.step();
    task.end();
    watch.end();
    return 'the last payment is credited, the late one returned and recorded; books, audit log and records are sound';
  });
}
