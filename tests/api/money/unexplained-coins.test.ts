import { parseEther } from 'viem';
import { beforeAll, expect, test } from 'vitest';
import { DEVELOPMENT_PRESALE_ADDRESS as PRESALE } from '#src/config/development-accounts.ts';
import { checkCoinBalance } from '#src/server/money/payments/watch/check-coin-balance.ts';
import { checkTokenBalances } from '#src/server/money/payments/watch/check-token-balances.ts';
import { scanChain } from '#src/server/money/payments/watch/scan-chain.ts';
import { syncUnknown } from '#src/server/money/payments/watch/sync-candidates.ts';
import { chainOf } from '#src/server/platform/context/app-context.ts';
import { sizedMoneySuite } from '#tests/support/money-suite.ts';
import {
  fund,
  fundedWallet,
  newWallet,
  payCoin,
  payToken,
  send,
  tokenAddress,
  transferData,
} from '#tests/support/pay.ts';
import { placeContract, withCode } from '#tests/support/place-contract.ts';
import { createSafe } from '#tests/support/safe.ts';

const USDC = tokenAddress(1, 'USDC');

sizedMoneySuite('coins of the presale address', ({ stack, chains }) => {
  const client = () => chains.client(1);
  const alarms = () =>
    stack.context.db
      .selectFrom('alarms')
      .select(['subject', 'detail', 'resolved_at'])
      .where('kind', '=', 'unexplained-balance')
      .orderBy('id')
      .execute();
  /** Makes everything up to now final and lets the watcher compare it. */
  const compare = async () => {
    await chains.mine(1, 66);
    await stack.pass([1]);
    stack.tick(30_000);
    await stack.pass([1]);
  };
  /** Has states asked for that no source keeps, for longer than a limit of their rate would refuse them. */
  const askInVain = () => stack.askFor(660_000, () => stack.pass([1]).catch(() => undefined));
  const forward = async (amount: bigint) => {
    const wallet = await fundedWallet(client());
    const forwarder = await placeContract(client(), 'Forwarder');
    const data = forwarder.data('forward', PRESALE);
    return { wallet, hash: await send(client(), { from: wallet, to: forwarder.address, value: amount, data }) };
  };
  beforeAll(async () => {
    await fund(client(), PRESALE);
    await compare();
    await compare();
    expect(await alarms()).toEqual([]);
  });

  test('that one instance has compared are not compared again because another one was asleep meanwhile', async () => {
    const { context } = stack;
    const point = () =>
      context.db.selectFrom('coin_balances').selectAll().where('chain_id', '=', 1n).executeTakeFirstOrThrow();
    await chains.mine(1, 66);
    await stack.pass([1]);
    stack.tick(30_000);
    const before = await point();
    let compared = before;
    const sleep = async () => {
      if (compared.block_number > before.block_number) return true;
      await compare();
      compared = await point();
      return true;
    };
    const head = await chainOf(context, 1).head();
    await checkTokenBalances(context, 1, head, async () => true);
    await checkCoinBalance(context, 1, head, sleep);
    expect(compared.block_number).toBeGreaterThan(before.block_number);
    expect(await point()).toEqual(compared);
  });

  test('that all known transfers explain raise no alarm: payments, failed ones, a Safe’s, and the operator’s transfers', {
    tags: 'long',
  }, async () => {
    await payCoin(client(), newWallet(), parseEther('1'));
    await payToken(client(), newWallet(), USDC, 130_000_000n);
    await payCoin(client(), newWallet(), 1n);
    const safe = await createSafe(client());
    await client().setBalance({ address: safe.address as `0x${string}`, value: parseEther('5') });
    await safe.execute({ to: PRESALE, value: parseEther('2') });
    await send(client(), { from: PRESALE, to: newWallet(), value: parseEther('3') });
    await send(client(), { from: PRESALE, to: PRESALE, value: parseEther('1') });
    await send(client(), { from: PRESALE, to: USDC, data: transferData(70_000_000n, newWallet()) });
    await send(client(), { from: PRESALE, to: USDC, data: transferData(1_000_000n) });
    // Fails, and still costs its fee.
    await send(client(), { from: PRESALE, to: USDC, data: '0xffffffff' });
    await compare();
    expect(await alarms()).toEqual([]);
  });

  test('that a contract passed on and nobody posted raise one, by block and amount, and the alarm remains', {
    tags: 'long',
  }, async () => {
    await payCoin(client(), newWallet(), parseEther('1'));
    const { hash } = await forward(parseEther('1.5'));
    const { blockNumber } = await client().getTransactionReceipt({ hash });
    await payCoin(client(), newWallet(), parseEther('1'));
    await compare();
    const [alarm, ...more] = await alarms();
    expect(more).toEqual([]);
    expect(alarm).toMatchObject({ subject: `1/${blockNumber}`, resolved_at: null });
    expect(alarm?.detail).toContain('1.5 ETH (1500000000000000000 wei) more than known transfers explain');
    expect((await stack.app.inject('/api/ready')).json().alarms).toBeGreaterThan(0);
    await compare();
    expect(await alarms()).toHaveLength(1);
  });

  test('that the scan missed, though a block’s own transaction paid them, are named again, and credited (S24)', async () => {
    const { db } = stack.context;
    const [before, wallet] = [await alarms(), newWallet()];
    const hash = await payCoin(client(), wallet, parseEther('1'));
    await stack.pass([1]);
    // As if no source had told this transaction of its block.
    for (const table of ['sightings', 'payments'] as const)
      await db.deleteFrom(table).where('transaction_hash', '=', hash).execute();
    await compare();
    await stack.pass([1]);
    expect(Number((await stack.balance(wallet)).availableToStake)).toBeGreaterThan(0);
    expect(await alarms()).toEqual(before);
  });

  test('that were posted meanwhile are named with their hash', async () => {
    const { wallet, hash } = await forward(parseEther('0.25'));
    await stack.pass([1]);
    expect(await stack.post(wallet, hash, { chainId: 1 })).toMatchObject({ status: 'needs-review' });
    await compare();
    expect((await alarms()).at(-1)?.detail).toMatch(new RegExp(`0.25 ETH .*posted: ${hash}`));
  });

  test('that moved while nobody watched and whose states are pruned raise one for the whole stretch', async () => {
    const before = (await alarms()).length;
    await forward(parseEther('0.75'));
    // The chain program keeps the states of 128 blocks.
    await chains.mine(1, 200);
    await stack.pass([1]).catch(() => undefined);
    stack.tick(3_600_000);
    await askInVain();
    const rung = (await alarms()).slice(before);
    expect(rung).toHaveLength(1);
    expect(rung[0]?.subject).toMatch(/^1\/\d+-\d+$/);
    expect(rung[0]?.detail).toContain('0.75 ETH');
    await compare();
    expect(await alarms()).toHaveLength(before + 1);
  });

  test('whose states are pruned are compared again for an hour before the alarm names the whole stretch', async () => {
    const { context, clock } = stack;
    const before = (await alarms()).length;
    await forward(parseEther('0.5'));
    await chains.mine(1, 200);
    await askInVain();
    const { checked_at: checkedAt } = await context.db
      .selectFrom('coin_balances')
      .select('checked_at')
      .where('chain_id', '=', 1n)
      .executeTakeFirstOrThrow();
    const compareAfter = async (milliseconds: number) => {
      clock.now = Number(checkedAt) + milliseconds;
      await checkCoinBalance(context, 1, await chainOf(context, 1).head(), async () => true);
    };
    await expect(compareAfter(3_600_000 - 1)).rejects.toThrow();
    expect(await alarms()).toHaveLength(before);
    await compareAfter(3_600_000);
    const rung = (await alarms()).slice(before);
    expect(rung.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^1\/\d+-\d+$/)]);
    expect(rung[0]?.detail).toContain('0.5 ETH');
  });

  test('are compared every 30 s at most, however fast blocks come', async () => {
    const { context, clock } = stack;
    const last = () =>
      context.db
        .selectFrom('coin_balances')
        .select(['block_number', 'checked_at'])
        .where('chain_id', '=', 1n)
        .executeTakeFirstOrThrow();
    await compare();
    const before = await last();
    const compareAfter = async (milliseconds: number) => {
      clock.now = Number(before.checked_at) + milliseconds;
      await checkCoinBalance(context, 1, await chainOf(context, 1).head(), async () => true);
      return last();
    };
    await chains.mine(1, 66);
    clock.now = Number(before.checked_at);
    await stack.pass([1]);
    for (const milliseconds of [0, 29_999]) expect(await compareAfter(milliseconds)).toEqual(before);
    expect((await compareAfter(30_000)).block_number).toBeGreaterThan(before.block_number);
  });

  test('and of tokens that came in many blocks are compared block by block, however little time a pass has (S24)', {
    tags: 'long',
  }, async () => {
    const { context } = stack;
    await compare();
    const wallet = await fundedWallet(client(), [[USDC, 300_000_000n]]);
    const { address, data } = await placeContract(client(), 'Forwarder');
    await withCode(client(), USDC, 'FeeToken', async () => {
      for (let block = 0; block < 3; block += 1) {
        await send(client(), { from: wallet, to: USDC, data: transferData(100_000_000n) });
        await send(client(), { from: wallet, to: address, value: 1n, data: data('forward', PRESALE) });
      }
    });
    await chains.mine(1, 66);
    const head = await chainOf(context, 1).head();
    // The comparison of a block waits for calls that name the presale, which may have paid.
    for (const part of [scanChain, syncUnknown]) await part(context, 1, head, async () => true);
    stack.tick(30_000);
    const told = async () => {
      const { times } = await context.db
        .selectFrom('alarms')
        .select(({ fn }) => fn.sum<bigint>('times').as('times'))
        .where('kind', '=', 'unexplained-balance')
        .executeTakeFirstOrThrow();
      return Number(times);
    };
    const ends: string[] = [];
    for (const check of [checkTokenBalances, checkCoinBalance]) {
      const rung: number[] = [];
      for (let look = 0; look < 16; look += 1) {
        const before = await told();
        await check(context, 1, head, async () => false);
        rung.push((await told()) - before);
      }
      ends.push(rung.filter((times) => times > 0).join());
    }
    expect(ends).toEqual(['1,1,1', '1,1,1']);
  });

  test('next to tokens whose balance changes by another amount than their logs tell raise one, by block and token', {
    tags: 'long',
  }, async () => {
    const before = (await alarms()).length;
    const wallet = await fundedWallet(client(), [[USDC, 400_000_000n]]);
    let hash: `0x${string}` = '0x';
    await withCode(client(), USDC, 'FeeToken', async () => {
      hash = await send(client(), { from: wallet, to: USDC, data: transferData(400_000_000n) });
    });
    const { blockNumber } = await client().getTransactionReceipt({ hash });
    await compare();
    await compare();
    const rung = (await alarms()).slice(before);
    expect(rung.map(({ subject }) => subject)).toEqual([`1/${blockNumber}/USDC`]);
    expect(rung[0]?.detail).toMatch(
      /USDC of the presale address moved by -[\d.]+ USDC .* more than known transfers explain/,
    );
  });

  test('next to tokens whose blocks’ states are pruned raise one for the whole stretch after an hour', {
    tags: 'long',
  }, async () => {
    await compare();
    const before = (await alarms()).length;
    const wallet = await fundedWallet(client(), [[USDC, 400_000_000n]]);
    await withCode(client(), USDC, 'FeeToken', async () => {
      await send(client(), { from: wallet, to: USDC, data: transferData(400_000_000n) });
    });
    await chains.mine(1, 200);
    await askInVain();
    stack.tick(1_800_000);
    await stack.pass([1]);
    expect(await alarms()).toHaveLength(before);
    stack.tick(1_200_000);
    await stack.pass([1]);
    const rung = (await alarms()).slice(before);
    expect(rung.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^1\/\d+-\d+\/USDC$/)]);
    await compare();
    expect(await alarms()).toHaveLength(before + 1);
  });
});
