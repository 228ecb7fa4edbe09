import { parseEther } from 'viem';
import { expect, test } from 'vitest';
import { call } from '#src/dev/chains/local-client.ts';
import { stake } from '#src/server/money/staking/stake.ts';
import { sizedMoneySuite } from '#tests/support/money-suite.ts';
import {
  fund,
  fundedSigner,
  fundedWallet,
  mined,
  newSigner,
  send,
  tokenAddress,
  transferData,
} from '#tests/support/pay.ts';
import { type SignedPayment, signPayment } from '#tests/support/sign-payment.ts';

const USDC = tokenAddress(1, 'USDC');
const ONE_ETHER = '347190';

sizedMoneySuite('a block that leaves the chain', ({ stack, chains, confirm }) => {
  const client = () => chains.client(1);
  const broadcast = async ({ raw, hash }: SignedPayment) => {
    await call(client(), 'eth_sendRawTransaction', [raw]);
    await mined(client(), hash);
  };
  /** A buyer with one credited ether, `blocks` confirmations deep. */
  const credited = async (blocks = 6) => {
    const { signer, wallet } = await fundedSigner(client());
    const payment = await signPayment(signer, 1, { value: parseEther('1') });
    await broadcast(payment);
    await confirm(1, payment.hash, blocks);
    expect(await stack.balance(wallet)).toEqual({ stakedBalance: '0', availableToStake: ONE_ETHER });
    return { signer, wallet, payment };
  };
  const events = async (hash: string) => {
    const rows = await stack.context.db
      .selectFrom('ledger_transfers')
      .innerJoin('payments', 'payments.id', 'ledger_transfers.payment_id')
      .select(['ledger_transfers.kind', 'ledger_transfers.sequence'])
      .where('payments.transaction_hash', '=', hash)
      .orderBy('ledger_transfers.id')
      .execute();
    return rows.map(({ kind, sequence }) => `${kind} ${sequence}`);
  };
  const none = { stakedBalance: '0', availableToStake: '0' };

  test('takes its credit along by a reversal, and a payment that comes back is credited again', async () => {
    const { wallet, payment } = await credited();
    await chains.reorg(1, 6);
    await stack.pass([1]);
    expect(await stack.balance(wallet)).toEqual(none);
    expect(await stack.post(wallet, payment.hash)).toMatchObject({ status: 'processing', confirmations: 0 });
    expect(await events(payment.hash)).toEqual(['credit 1', 'reversal 2']);
    await broadcast(payment);
    await confirm(1, payment.hash, 5);
    expect(await stack.balance(wallet)).toEqual(none);
    await confirm(1, payment.hash);
    expect(await stack.balance(wallet)).toEqual({ stakedBalance: '0', availableToStake: ONE_ETHER });
    expect(await events(payment.hash)).toEqual(['credit 1', 'reversal 2', 'credit 3']);
  });

  test('with the payment in a younger block of the new chain: six confirmations are counted again', async () => {
    const { wallet, payment } = await credited();
    await chains.reorg(1, 6, [[payment.raw, 3]]);
    expect(await stack.post(wallet, payment.hash, { chainId: 1 })).toMatchObject({
      status: 'confirming',
      confirmations: 3,
    });
    expect(await stack.balance(wallet)).toEqual(none);
    await chains.mine(1, 3);
    await stack.pass([1]);
    expect(await stack.balance(wallet)).toEqual({ stakedBalance: '0', availableToStake: ONE_ETHER });
    expect(await events(payment.hash)).toEqual(['credit 1', 'reversal 2', 'credit 3']);
  });

  test('with two payments in another order: the same two payments, credited once each', async () => {
    const signers = [newSigner(), newSigner()] as const;
    const payments: SignedPayment[] = [];
    for (const signer of signers) {
      await fund(client(), signer.address.toLowerCase(), [[USDC, 130_000_000n]]);
      const data = transferData(130_000_000n);
      payments.push(
        await signPayment(signer, 1, { to: USDC, data, nonce: 1, gwei: payments.length === 0 ? '20' : '10' }),
      );
    }
    const [first, second] = payments as [SignedPayment, SignedPayment];
    const logIndexes = () =>
      Promise.all(
        payments.map(async ({ hash }) =>
          (await client().getTransactionReceipt({ hash })).logs.map((log) => log.logIndex),
        ),
      );
    await client().setAutomine(false);
    for (const { raw } of payments) await call(client(), 'eth_sendRawTransaction', [raw]);
    await chains.mine(1, 6);
    await client().setAutomine(true);
    await stack.pass([1]);
    expect(await logIndexes()).toEqual([[0], [1]]);
    await chains.reorg(1, 6, [
      [second.raw, 0],
      [first.raw, 0],
    ]);
    expect(await logIndexes()).toEqual([[1], [0]]);
    await stack.pass([1]);
    for (const [position, { hash }] of payments.entries()) {
      const wallet = signers[position]?.address.toLowerCase() ?? '';
      expect(await stack.balance(wallet)).toEqual({ stakedBalance: '0', availableToStake: '10000' });
      expect(await events(hash)).toEqual(['credit 1', 'reversal 2', 'credit 3']);
      const rows = await stack.context.db
        .selectFrom('payments')
        .select('transfer_index')
        .where('transaction_hash', '=', hash)
        .execute();
      expect(rows).toEqual([{ transfer_index: 0n }]);
    }
  });

  test('with another payment of the same nonce: the first is replaced, the second credited', async () => {
    const { signer, wallet, payment } = await credited();
    const other = await signPayment(signer, 1, { value: parseEther('2'), gwei: '30' });
    await chains.reorg(1, 6, [[other.raw, 0]]);
    await stack.pass([1]);
    await stack.pass([1]);
    expect(await stack.post(wallet, payment.hash)).toMatchObject({ status: 'replaced', tokensAllocated: null });
    expect(await stack.post(wallet, other.hash)).toMatchObject({ status: 'credited', tokensAllocated: '694381' });
    expect(await stack.balance(wallet)).toEqual({ stakedBalance: '0', availableToStake: '694381' });
  });

  test('with its nonce spent on something else: cancelled, nothing left, though dust arrives in every block (S5)', async () => {
    const crowd = await fundedWallet(client(), [[USDC, 10_000n]]);
    const dust = () => send(client(), { from: crowd, to: USDC, data: transferData(1n), gas: 100_000n });
    const { signer, wallet, payment } = await credited();
    const other = await signPayment(signer, 1, { to: signer.address, gwei: '30' });
    await chains.reorg(1, 6, [[other.raw, 0]]);
    // Each pass finds dust in the last block, which it reads after all that is open.
    await dust();
    await stack.pass([1]);
    await dust();
    await stack.pass([1]);
    expect(await stack.post(wallet, payment.hash)).toMatchObject({ status: 'cancelled', tokensAllocated: null });
    expect(await stack.balance(wallet)).toEqual(none);
  });

  test('after its tokens were staked: the stake is undone and never earned anything', async () => {
    const { wallet } = await credited();
    await stake(stack.context.db, wallet, 300_000n * 1_000_000_000n, stack.clock.now);
    expect(await stack.balance(wallet)).toEqual({ stakedBalance: '300000', availableToStake: '47190' });
    stack.tick(86_400_000);
    await chains.reorg(1, 6);
    await stack.pass([1]);
    expect(await stack.balance(wallet)).toEqual(none);
    expect((await stack.app.inject(`/api/staking/rewards/${wallet}`)).json()).toEqual({ currentRewards: '0' });
  });

  test('is final from the block that the chain calls finalized, and not one earlier', async () => {
    const { wallet, payment } = await credited();
    const { blockNumber } = await client().getTransactionReceipt({ hash: payment.hash });
    const finalized = async () => (await client().getBlock({ blockTag: 'finalized' })).number;
    for (const [confirmations, behind, final] of [
      [64, 1n, false],
      [65, 0n, true],
    ] as const) {
      await chains.confirm(1, payment.hash, confirmations);
      expect(await finalized()).toBe(blockNumber - behind);
      await stack.pass([1]);
      expect(await stack.post(wallet, payment.hash)).toMatchObject({ status: 'credited', final });
    }
  });

  test('is never reversed once finalized', async () => {
    const { wallet, payment } = await credited(70);
    expect(await stack.post(wallet, payment.hash)).toMatchObject({ status: 'credited', final: true });
    await chains.reorg(1, 75);
    await stack.pass([1]);
    await stack.pass([1]);
    expect(await stack.balance(wallet)).toEqual({ stakedBalance: '0', availableToStake: ONE_ETHER });
    expect(await events(payment.hash)).toEqual(['credit 1']);
  });
});
