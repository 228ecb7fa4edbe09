import { expect, test } from 'vitest';
import { DEVELOPMENT_PRESALE_ADDRESS as TREASURY } from '#src/config/development-accounts.ts';
import type { PurchaseResponse } from '#src/contract/presale.ts';
import { checkLedger } from '#src/server/money/ledger/check-ledger.ts';
import { type ApiStack, openStack } from '#tests/support/api-stack.ts';
import { type Place, sizedEngines } from '#tests/support/each-engine.ts';
import { onceForAll } from '#tests/support/opened.ts';
import { newWallet, payCoin, payToken, submitTogether, tokenAddress } from '#tests/support/pay.ts';
import { sized } from '#tests/support/sized.ts';
import { startTestChains } from '#tests/support/test-chains.ts';

const CLIENTS = 200;
const BUYERS = sized(500, 120);
const PATIENCE_MS = 240_000;

const chains = onceForAll(startTestChains);

async function withInstances(place: Place, count: number, work: (stacks: ApiStack[]) => Promise<void>) {
  const clock = { now: Date.now() };
  const stacks: ApiStack[] = [];
  for (let number = 0; number < count; number += 1) {
    const stack = await openStack({ chains, location: place.location, clock, owner: `instance-${number}` });
    stacks.push(stack);
    await stack.pass();
  }
  await work(stacks);
  const [first] = stacks;
  expect(first === undefined ? [] : await checkLedger(first.context.db)).toEqual([]);
  await Promise.all(stacks.map((stack) => stack.close()));
}

/** Retries while the server is busy, as its clients do. */
async function insist(post: () => Promise<PurchaseResponse>): Promise<PurchaseResponse> {
  for (;;) {
    try {
      return await post();
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('503'))) throw error;
      // The server measures its load by its timers, which get no turn while everybody retries at once.
      await new Promise(setImmediate);
    }
  }
}

/** Posts one confirmed hash by many clients at once, in both letter cases and with other wallets among them. */
async function postAtOnce(stacks: readonly ApiStack[]): Promise<void> {
  const wallet = newWallet();
  const hash = await payCoin(chains.client(1), wallet, 10n ** 17n);
  await chains.confirm(1, hash, 6);
  const post = (number: number): Promise<PurchaseResponse> => {
    const stack = stacks[number % stacks.length] as ApiStack;
    const text = number % 3 === 0 ? `0x${hash.slice(2).toUpperCase()}` : hash;
    if (number % 5 === 0) return stack.post(newWallet(), text);
    return stack.post(wallet, text, { paymentMethod: number % 2 === 0 ? 'ETH' : 'USDC', tokenAmount: number });
  };
  const clients = Array.from({ length: CLIENTS }, (_, number) => number);
  // A client answered before the chain was read is told so, with the same amounts or none.
  for (const answer of await Promise.all(clients.map((number) => insist(() => post(number))))) {
    expect(['34719', null]).toContain(answer.tokensAllocated);
  }
  const [stack] = stacks as [ApiStack];
  await Promise.all(stacks.map((instance) => instance.pass([1])));
  const own = new Set<string>();
  for (const number of clients.slice(0, 40)) {
    const answer = await insist(() => post(number));
    if (number % 5 !== 0) own.add(JSON.stringify(answer));
    else expect(answer).toMatchObject({ status: 'rejected', reason: 'foreign-sender', tokensAllocated: null });
  }
  expect(own).toHaveLength(1);
  expect(JSON.parse([...own][0] ?? '')).toMatchObject({
    status: 'credited',
    tokensAllocated: '34719',
    usdAmount: '451.348',
  });
  expect(await stack.balance(wallet)).toEqual({ stakedBalance: '0', availableToStake: '34719' });
  const credits = await stack.context.db
    .selectFrom('ledger_transfers')
    .select('id')
    .where('kind', '=', 'credit')
    .execute();
  expect(credits).toHaveLength(1);
}

/** Sells all but the last 100 tokens, lets a crowd of buyers pay in one block, and posts all their hashes at once. */
async function buyTheLast(stacks: readonly ApiStack[]): Promise<void> {
  const [stack] = stacks as [ApiStack];
  const large = newWallet();
  // All phases cost 10,129,000 USD; 100 tokens of the last 3.30.
  const first = await payToken(chains.client(1), large, tokenAddress(1, 'USDC'), 10_128_996_700_000n);
  await chains.confirm(1, first, 6);
  expect((await stack.post(large, first, { chainId: 1 })).tokensAllocated).toBe('491999900');
  const buyers = Array.from({ length: BUYERS }, (_, number) => ({
    wallet: newWallet(),
    /** In 10^-6 USD: between one token and seven. */
    paid: BigInt(40_000 + ((number * 7_919) % 200_000)),
  }));
  const client = chains.client(137);
  await Promise.all(
    buyers.map(({ wallet }) => client.setBalance({ address: wallet as `0x${string}`, value: 10n ** 19n })),
  );
  // POL costs 0.8 USD: 1.25 × 10^12 wei are a millionth of a dollar.
  const payment = { to: TREASURY, gas: 21_000n };
  const hashes = await submitTogether(
    client,
    buyers.map(({ wallet, paid }) => ({ ...payment, from: wallet, value: paid * 1_250_000_000_000n })),
    6,
  );
  await Promise.all(
    buyers.map(({ wallet }, number) =>
      insist(() => (stacks[number % stacks.length] as ApiStack).post(wallet, hashes[number] ?? '', { chainId: 137 })),
    ),
  );
  // An answer waits four seconds for the chain at most: the watcher settles the rest.
  const db = stack.context.db;
  const read = () => db.selectFrom('payments').selectAll().where('payer', '<>', large).execute();
  let rows = await read();
  while (rows.length < BUYERS || rows.some(({ status }) => status === 'confirming' || status === 'processing')) {
    await stack.pass([137]).catch(() => undefined);
    rows = await read();
  }
  const refunds = await db.selectFrom('refunds').selectAll().where('status', '=', 'due').execute();
  for (const { wallet, paid } of buyers) {
    const [row, ...more] = rows.filter(({ payer }) => payer === wallet);
    expect(more).toEqual([]);
    const due = refunds.filter(({ payment_id }) => payment_id === row?.id);
    expect((row?.usd_micro ?? 0n) + due.reduce((sum, refund) => sum + BigInt(refund.usd_micro), 0n)).toBe(paid);
    expect(['credited', 'refund-due']).toContain(row?.status);
  }
  expect(rows.reduce((sum, { tokens }) => sum + (tokens ?? 0n), 0n)).toBe(100n);
}

// The embedded database belongs to one process; PostgreSQL is shared by two instances.
sizedEngines('many at once', (open) => {
  const instances = async (work: (stacks: ApiStack[]) => Promise<void>) => {
    const place = await open();
    await withInstances(place, place.engine === 'postgres' ? 2 : 1, work);
  };

  test(
    'one hash posted by 200 clients at once is credited once, and all get the same answer',
    { timeout: PATIENCE_MS },
    () => instances(postAtOnce),
  );

  test(
    `${BUYERS} buyers of the last 100 tokens: not one token too many, every cent credited or to be refunded`,
    { tags: 'long', timeout: PATIENCE_MS },
    () => instances(buyTheLast),
  );
});
