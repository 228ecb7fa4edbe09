import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CHAIN_IDS } from '#src/config/chains.ts';
import { checkOpenPayments } from '#src/server/money/payments/watch/check-open-payments.ts';
import { ChainUnavailableError } from '#src/server/platform/chains/read-by-quorum.ts';
import * as startupChecks from '#src/server/platform/chains/startup-checks.ts';
import { chainOf } from '#src/server/platform/context/app-context.ts';
import * as leases from '#src/server/platform/database/leases.ts';
import { type ApiStack, openStack } from '#tests/support/api-stack.ts';
import { type Place, sizedEngines } from '#tests/support/each-engine.ts';
import { openHttpApp } from '#tests/support/http-app.ts';
import { onceForAll } from '#tests/support/opened.ts';
import { fund, newWallet, payCoin, payToken, send, tokenAddress } from '#tests/support/pay.ts';
import { payMany } from '#tests/support/pay-many.ts';
import { storeConfirming } from '#tests/support/store-confirming.ts';
import { startTestChains } from '#tests/support/test-chains.ts';

const ONE = 10n ** 18n;
const DAY_MS = 86_400_000;

const chains = onceForAll(startTestChains);

sizedEngines('the watcher', (open) => {
  let place: Place;
  const stacks: ApiStack[] = [];
  const clock = { now: Date.now() };
  let startBlocks: ApiStack['startBlocks'];
  const start = async (owner: string) => {
    const chainEnv = Object.fromEntries(CHAIN_IDS.map((chainId) => [chainId, { startBlock: startBlocks?.[chainId] }]));
    const fresh = startBlocks === undefined ? {} : { chainEnv };
    const stack = await openStack({ chains, location: place.location, clock, owner, ...(fresh as object) });
    startBlocks = stack.startBlocks;
    stacks.push(stack);
    return stack;
  };
  const available = async (stack: ApiStack, wallet: string) => (await stack.balance(wallet)).availableToStake;
  beforeEach(async () => {
    place = await open();
    startBlocks = undefined as never;
  });
  afterEach(() => Promise.all(stacks.splice(0).map((stack) => stack.close())));

  test('finds unposted payments, coins and tokens, on every chain, with more blocks than it reads at once', async () => {
    const stack = await start('one');
    const paid: { wallet: string; synx: string }[] = [];
    for (const chainId of CHAIN_IDS) {
      const client = chains.client(chainId);
      for (const symbol of [null, 'USDC', 'USDT']) {
        const wallet = newWallet();
        const dollars = 130n * 10n ** (chainId === 56 ? 18n : 6n);
        if (symbol === null) await payCoin(client, wallet, chainId === 137 ? 1_000n * ONE : ONE);
        else await payToken(client, wallet, tokenAddress(chainId, symbol), dollars);
        paid.push({ wallet, synx: symbol !== null ? '10000' : { 1: '347190', 56: '70618', 137: '61538' }[chainId] });
        await chains.mine(chainId, 45);
      }
    }
    await stack.pass();
    for (const { wallet, synx } of paid) expect(await available(stack, wallet)).toBe(synx);
  });

  test('a payment that cannot be decided raises an alarm, holds up no other, and is credited once it can be', {
    tags: 'long',
  }, async () => {
    const stack = await start('one');
    await stack.pass([1]);
    const chain = chainOf(stack.context, 1);
    const known = chain.contracts;
    const faulty = new Map(known);
    faulty.get = (name) => {
      if (name === 'USDC') throw new TypeError('a fault of the server');
      return known.get(name);
    };
    chain.contracts = faulty;
    const kept = vi.spyOn(chain, 'noteContracts').mockReturnValue();
    const [stuck, fine] = [newWallet(), newWallet()];
    const hash = await payToken(chains.client(1), stuck, tokenAddress(1, 'USDC'), 130_000_000n);
    await payToken(chains.client(1), fine, tokenAddress(1, 'USDT'), 130_000_000n);
    await chains.mine(1, 6);
    for (let pass = 0; pass < 3; pass += 1) await stack.pass([1]);
    expect([await available(stack, stuck), await available(stack, fine)]).toEqual(['0', '10000']);
    const alarms = await stack.context.db.selectFrom('alarms').select(['kind', 'detail']).execute();
    expect(alarms.filter(({ kind }) => kind === 'unprocessable-payment')).toEqual([
      { kind: 'unprocessable-payment', detail: `${hash}: TypeError: a fault of the server` },
    ]);
    kept.mockRestore();
    chain.contracts = known;
    await stack.pass([1]);
    expect(await available(stack, stuck)).toBe('10000');
  });

  test('a payment whose credit fails raises an alarm, and the next one of its transaction is credited', {
    tags: 'long',
  }, async () => {
    const stack = await start('one');
    await stack.pass([1]);
    const wallet = newWallet();
    const hash = await payMany(chains.client(1), wallet, tokenAddress(1, 'USDC'), 130_000_000n, 2);
    await chains.mine(1, 6);
    const { creditPayment } = stack.context;
    const failing = new Set<bigint>();
    const credit = vi.spyOn(stack.context, 'creditPayment').mockImplementation((payment) => {
      if (failing.size === 0) failing.add(payment.id);
      if (failing.has(payment.id)) return Promise.reject(new TypeError('a fault of the server'));
      return creditPayment(payment);
    });
    await stack.pass([1]);
    expect(await available(stack, wallet)).toBe('10000');
    const alarms = await stack.context.db.selectFrom('alarms').select(['kind', 'detail']).execute();
    expect(alarms).toEqual([{ kind: 'unprocessable-payment', detail: `${hash}: TypeError: a fault of the server` }]);
    credit.mockRestore();
    await stack.pass([1]);
    expect(await available(stack, wallet)).toBe('20000');
  });

  test('a contract that once passed its check is not forgotten while it cannot be read', async () => {
    const stack = await start('one');
    await stack.pass([1]);
    const wallet = newWallet();
    await payToken(chains.client(1), wallet, tokenAddress(1, 'USDC'), 130_000_000n);
    await chains.mine(1, 6);
    const contracts = stack.context.chains.get(1)?.contracts ?? new Map();
    const unread = new Map([...contracts].map(([key]) => [key, 'unread' as const]));
    const check = vi.spyOn(startupChecks, 'checkContracts').mockResolvedValue(unread);
    stack.tick(60_000);
    await stack.pass([1]);
    expect(check).toHaveBeenCalledOnce();
    check.mockRestore();
    expect(await available(stack, wallet)).toBe('10000');
  });

  test('renews its lease every two seconds, not before each step', { tags: 'long' }, async () => {
    const stack = await start('one');
    for (let payment = 0; payment < 5; payment += 1) await payCoin(chains.client(1), newWallet(), ONE);
    await chains.mine(1, 50);
    const hold = vi.spyOn(leases, 'holdLease');
    const renewals = () => hold.mock.calls.filter(([, { name }]) => name === 'watch:1').length;
    const time = vi.spyOn(performance, 'now').mockReturnValue(5_000);
    await stack.pass([1]);
    time.mockRestore();
    expect(renewals()).toBe(1);
    hold.mockRestore();
  });

  test('continues after a restart with its earlier findings, and with payments made meanwhile', {
    tags: 'long',
  }, async () => {
    const [seen, missed] = [newWallet(), newWallet()];
    const first = await start('one');
    await payCoin(chains.client(1), seen, ONE);
    await first.pass();
    expect(await available(first, seen)).toBe('0');
    await first.close();
    stacks.pop();
    await payCoin(chains.client(1), missed, ONE);
    await chains.mine(1, 6);
    const second = await start('two');
    // The previous instance's lease expires, as after a crash.
    second.tick(20_001);
    await second.pass();
    expect(await available(second, seen)).toBe('347190');
    expect(await available(second, missed)).toBe('347190');
  });

  test('shares the work by leases: one instance watches, another waits, and takes over when the lease expires', {
    tags: 'long',
  }, async (context) => {
    if (place.engine === 'sqlite') context.skip('the embedded database belongs to one process');
    const [one, two] = [await start('one'), await start('two')];
    const [first, second] = [newWallet(), newWallet()];
    await one.pass();
    await payCoin(chains.client(1), first, ONE);
    await chains.mine(1, 6);
    await two.pass();
    expect(await available(two, first)).toBe('0');
    await one.pass();
    expect(await available(two, first)).toBe('347190');
    await payCoin(chains.client(1), second, ONE);
    await chains.mine(1, 6);
    clock.now += 20_001;
    await two.pass();
    expect(await available(one, second)).toBe('347190');
    const credits = await one.context.db
      .selectFrom('ledger_transfers')
      .select('id')
      .where('kind', '=', 'credit')
      .execute();
    expect(credits).toHaveLength(2);
  });

  test('is not held up by a clock that ran a day ahead and was corrected', { tags: 'long' }, async () => {
    const first = await start('one');
    const client = chains.client(1);
    const { context } = first;
    const [payer, stranger] = [newWallet(), newWallet()];
    await fund(client, stranger);
    clock.now += DAY_MS;
    await first.pass();
    const paid = await payCoin(client, payer, ONE);
    const failing = vi
      .spyOn(chainOf(context, 1), 'transaction')
      .mockRejectedValue(new ChainUnavailableError('not now'));
    await first.pass();
    const elsewhere = await send(client, { from: stranger, to: newWallet(), value: ONE });
    await first.post(stranger, elsewhere, { chainId: 1 });
    await first.pass();
    failing.mockRestore();
    await chains.mine(1, 6);
    clock.now -= DAY_MS;
    // The embedded database has one process; elsewhere the one whose clock was wrong has died with its lease.
    const second = place.engine === 'sqlite' ? first : await start('two');
    await second.pass();
    expect(await available(second, payer)).toBe('347190');
    expect(await second.post(payer, paid)).toMatchObject({ status: 'credited' });
    const row = await context.db
      .selectFrom('submissions')
      .select(['status', 'reason'])
      .where('transaction_hash', '=', elsewhere)
      .executeTakeFirst();
    expect(row).toEqual({ status: 'rejected', reason: 'wrong-recipient' });
    const feeds = await context.db.selectFrom('feed_prices').select('read_at').execute();
    expect(feeds).toHaveLength(3);
    for (const { read_at } of feeds) expect(Number(read_at)).toBeLessThanOrEqual(clock.now);
  });

  test('reads again from before a block that left the chain', async () => {
    const stack = await start('one');
    await chains.mine(1, 10);
    await stack.pass([1]);
    const cursor = async () =>
      (
        await stack.context.db
          .selectFrom('chain_cursors')
          .selectAll()
          .where('chain_id', '=', 1n)
          .executeTakeFirstOrThrow()
      ).block_hash;
    const before = await cursor();
    await chains.reorg(1, 5);
    await stack.pass([1]);
    expect(await cursor()).not.toBe(before);
    expect(await cursor()).toBe((await chains.client(1).getBlock()).hash);
  });
});

test('a payment below the two thousand blocks of one pass is read again when its block has left the chain', {
  tags: 'long',
}, async () => {
  const http = await openHttpApp();
  const { db } = http.context;
  const { id } = await storeConfirming(db, newWallet(), 130n * ONE, http.clock.now);
  const { id: _id, ...row } = await db.selectFrom('payments').selectAll().executeTakeFirstOrThrow();
  // The stub chain's hash of a block is its number.
  const hashOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}`;
  const younger = Array.from({ length: 2_000 }, (_, index) => index + 2).map((number) => ({
    ...row,
    ...{
      status: 'needs-review' as const,
      transaction_hash: `0x${(number + 9_000_000).toString(16).padStart(64, '0')}`,
    },
    ...{ block_number: BigInt(number), block_hash: hashOf(number) },
  }));
  for (let start = 0; start < younger.length; start += 500)
    await db
      .insertInto('payments')
      .values(younger.slice(start, start + 500))
      .execute();
  await checkOpenPayments(http.context, 1, { number: 3_000n, finalized: 0n }, async () => true);
  const place = ['status', 'block_number', 'block_hash'] as const;
  expect(await db.selectFrom('payments').select(place).where('id', '=', id).executeTakeFirst()).toEqual({
    ...{ status: 'processing', block_number: null, block_hash: null },
  });
  const others = await db.selectFrom('payments').select('id').where('status', '=', 'needs-review').execute();
  expect(others).toHaveLength(2_000);
});
