import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parseEther } from 'viem';
import type { ChainId } from '#src/config/chains.ts';
import { draftConditions } from '#src/server/money/handover/preconditions.ts';
import { type BatchRow, latestBatch } from '#src/server/money/sale/latest-batch.ts';
import { isClosed } from '#src/server/money/sale/sale-state.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import { closeDays } from '#src/server/platform/records/close-days.ts';
import { StaffRefusal } from '#src/server/staff/auth/refusal.ts';
import type { ServerOptions } from '#src/server/start.ts';
import type { LocalClient } from '../chains/local-client.ts';
import { decideByTwo, resolveAlarm } from './rehearsal-staff.ts';
import type { StepOutcome } from './rehearsal-state.ts';
import { type RehearsalTime, until } from './rehearsal-time.ts';

export const DAY_MS = 86_400_000;
/** After midnight, so that every clock agrees on the day. */
const PAST_MIDNIGHT_MS = 60_000;
/** Days from the end of the objections until claiming opens, to deploy the contract, to look at it, and to fund it. */
const DAYS_ON_CHAIN = 10;
/** Conditions that come true by themselves. */
const WAITED_FOR = ['payments-decided', 'payments-final', 'transactions-read', 'wallets-read'];
/** Addresses of wallets that buy when nobody else does. */
const OTHERS = ['0x00000000000000000000000000000000004f6e65', '0x000000000000000000000000000000000054776f'] as const;
/** Coins that they pay. */
export const OTHERS_PAY = '0.1';
const ALLOCATION_CLI = join(import.meta.dirname, '../../server/allocation-cli.ts');

/** What the steps of a handover work with. */
export interface Stage {
  readonly app: Parameters<NonNullable<ServerOptions['extend']>>[0];
  readonly context: AppContext;
  readonly clientOf: (chainId: ChainId) => LocalClient;
  readonly time: RehearsalTime;
  /** Recounts the whole ledger. */
  readonly recount: () => Promise<void>;
}

/** `wallet` is the connected one in lower case, or empty. */
export type Step = (stage: Stage, wallet: string) => Promise<StepOutcome>;

/** The sale is closed, what was paid becomes final, and the day ends, because a list counts whole days. */
export const endSale: Step = async (stage) => {
  const { context, time, recount } = stage;
  const sale = await context.db.selectFrom('sale_state').selectAll().where('id', '=', 1n).executeTakeFirstOrThrow();
  const said = isClosed(sale) ? [] : [...(await addWallets(stage)), await decideByTwo(context, 'close-sale')];
  await time.finalise();
  await endOf(stage, WAITED_FOR);
  await time.pass(DAY_MS - (context.now() % DAY_MS) + PAST_MIDNIGHT_MS, context);
  await closeDays(context.db, context.now());
  await recount();
  return { said: [...said, `It is ${dateOf(context)} now, and the day before is closed.`] };
};

export const draftList: Step = async (stage) => {
  const { app, context, recount } = stage;
  // Time that passes at once can ring an alarm of a chain, which ends with the next look at it.
  await endOf(stage, ['no-severe-alarm']);
  await recount();
  const missing = await unmet(stage);
  if (missing.length > 0) return { said: ['The books are not settled.'], unmet: missing };
  const opens = context.now() + (context.env.OBJECTION_DAYS + DAYS_ON_CHAIN) * DAY_MS;
  const said = await decideByTwo(context, 'draft-allocation', { opens: new Date(opens).toISOString().slice(0, 16) });
  const { id } = await batchIn(context, 'draft');
  const isPublished = async () => (await app.inject(`/allocation/${id}/manifest.json`)).statusCode === 200;
  await until('the list is published', isPublished);
  return { said: [said] };
};

export const passObjections: Step = async ({ context, time }) => {
  const { objections_until } = await batchIn(context, 'draft');
  await time.pass(Number(objections_until) - context.now() + 1_000, context);
  return { said: [`It is ${dateOf(context)} now, and nobody can object any more.`] };
};

/** The second one's machine is another process, which knows nothing but the address of this site. */
export const approveList: Step = async ({ app, context }) => {
  await batchIn(context, 'draft');
  const { stdout } = await promisify(execFile)(process.execPath, [ALLOCATION_CLI, 'verify', app.listeningOrigin]);
  const [, root = ''] = /^root +(0x[0-9a-f]{64})$/m.exec(stdout) ?? [];
  const said = await decideByTwo(context, 'finish-allocation', {}, root);
  return { said: [`The second manager's own machine computed ${root} from the public records.`, said] };
};

export const approveWrongRoot: Step = async ({ context }) => {
  const { root } = await batchIn(context, 'draft');
  const wrong = `${root.slice(0, -1)}${root.endsWith('0') ? '1' : '0'}`;
  const refusal = await decideByTwo(context, 'finish-allocation', {}, wrong).catch((error: unknown) => {
    if (error instanceof StaffRefusal) return error.message;
    throw error;
  });
  // While a severe alarm is open nothing can be drafted.
  await resolveAlarm(context, 'allocation-root');
  return { said: [refusal, 'The alarm allocation-root rang, and a manager has closed it.'] };
};

export const withdrawList: Step = async ({ context }) => ({
  said: [await decideByTwo(context, 'withdraw-allocation', { because: 'A visitor of the rehearsal withdrew it.' })],
});

/** Lets time pass until claiming opens, unless it is open. */
export const openClaims: Step = async ({ context, time }) => {
  const { opens_at } = await batchIn(context, 'final');
  await time.pass(Number(opens_at) - context.now() + 1_000, context);
  return { said: [`It is ${dateOf(context)} now. The contract opens by the time of its chain alone.`] };
};

export const passMonth: Step = async ({ context, time }) => {
  await time.pass(30 * DAY_MS, context);
  return { said: [`It is ${dateOf(context)} now.`] };
};

/** Lets others buy until there are wallets enough for a list: whoever tries the sale alone would never see one. */
async function addWallets(stage: Stage): Promise<string[]> {
  const said: string[] = [];
  for (const wallet of OTHERS) {
    if ((await unmet(stage)).every(({ key }) => key !== 'two-wallets')) break;
    await payAs(stage, wallet);
    await stage.time.finalise();
    const holdings = stage.context.db.selectFrom('wallet_holdings').select('wallet').where('wallet', '=', wallet);
    await until('the payment is credited', async () => (await holdings.executeTakeFirst()) !== undefined);
    said.push(`A list has at least two wallets: ${wallet} has bought for ${OTHERS_PAY} ETH.`);
  }
  return said;
}

/** Pays on Ethereum from an address whose key nobody has. */
export async function payAs({ context, clientOf }: Stage, account: `0x${string}`): Promise<void> {
  const client = clientOf(1);
  await client.setBalance({ address: account, value: parseEther('1') });
  await client.impersonateAccount({ address: account });
  const hash = await client.sendTransaction({
    ...{ account, chain: null, to: context.env.presaleAddress, value: parseEther(OTHERS_PAY), gas: 100_000n },
  });
  await client.waitForTransactionReceipt({ hash });
}

/** The latest batch. Throws StaffRefusal if it is in another state. */
export async function batchIn({ db }: AppContext, state: BatchRow['state']): Promise<BatchRow> {
  const batch = await latestBatch(db);
  if (batch?.state !== state) throw new StaffRefusal(state === 'draft' ? 'There is no draft.' : 'No list is final.');
  return batch;
}

/** Waits for conditions that come by themselves. What waits for a person goes on waiting, and the draft names it. */
async function endOf(stage: Stage, keys: readonly string[]): Promise<void> {
  const areMet = async () => (await unmet(stage)).every(({ key }) => !keys.includes(key));
  await until('the books are settled', areMet).catch(() => undefined);
}

async function unmet({ context }: Stage) {
  const all = await draftConditions(context.db, context);
  return all.filter(({ found }) => found !== null);
}

function dateOf(context: AppContext): string {
  return `${new Date(context.now()).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
