import { randomBytes } from 'node:crypto';
import { encodeFunctionData, parseAbi, parseEther } from 'viem';
import { describe, expect, test } from 'vitest';
import { CHAIN_IDS } from '#src/config/chains.ts';
import { recoverRequestSchema } from '#src/contract/presale.ts';
import { type Track, trackResponseSchema, trackWalletResponseSchema } from '#src/contract/track.ts';
import { call } from '#src/dev/chains/local-client.ts';
import { stake } from '#src/server/money/staking/stake.ts';
import { sizedMoneySuite } from '#tests/support/money-suite.ts';
import {
  fund,
  fundedSigner,
  fundedWallet,
  mined,
  mintData,
  newWallet,
  payCoin,
  payToken,
  send,
  tokenAddress,
  transferData,
} from '#tests/support/pay.ts';
import { placeContract } from '#tests/support/place-contract.ts';
import { signPayment } from '#tests/support/sign-payment.ts';
import { newVisitor } from '#tests/support/wallet-session.ts';

const NANO = 1_000_000_000n;
const randomHash = () => `0x${randomBytes(32).toString('hex')}`;

sizedMoneySuite('a payment on /track', ({ stack, chains, confirm }) => {
  const client = () => chains.client(1);
  const submitRaw = (raw: string) => call<`0x${string}`>(client(), 'eth_sendRawTransaction', [raw]);
  const track = async (hash: string, query = ''): Promise<Track> => {
    // Answers are cached for a few seconds.
    stack.tick(5_001);
    const answer = await stack.app.inject(`/api/track/${hash}${query}`);
    expect(answer.statusCode, answer.body).toBe(200);
    return trackResponseSchema.strict().parse(answer.json());
  };
  /** "done done current waiting": the states of all steps in a line. */
  const states = ({ steps }: Track) => steps.map(({ key, state }) => `${key} ${state}`);
  const recover = async (walletAddress: string, transactionHash: string, chainId?: number) => {
    stack.tick(1_001);
    const payload = recoverRequestSchema.parse({ walletAddress, transactionHash, chainId });
    const answer = await stack.app.inject({ method: 'POST', url: '/api/presale/recover', payload });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };

  test('is not that of a contract which only names its hash', async () => {
    const wallet = newWallet();
    const caller = newWallet();
    const usdc = tokenAddress(1, 'USDC');
    const hash = await payToken(client(), wallet, usdc, 130_000_000n);
    const names = await placeContract(client(), 'NamesHash');
    await fund(client(), caller);
    await send(client(), { from: caller, to: usdc, data: mintData(names.address, 300n) });
    const named = names.data('pay', usdc, stack.context.env.presaleAddress, 210n, 1n, hash);
    const lie = await send(client(), { from: caller, to: names.address, data: named, gas: 12_000_000n });
    await confirm(1, lie);
    const own = {
      status: 'credited',
      sender: wallet,
      executedBy: null,
      unlisted: 0,
      payments: [{ status: 'credited' }],
    };
    // Nobody has posted it; its payer has; a stranger has for the contract.
    expect(await track(hash)).toMatchObject(own);
    await stack.post(wallet, hash, { chainId: 1 });
    await stack.post(names.address, hash, { chainId: 1 });
    expect(await track(hash)).toMatchObject(own);
    // However many payments name a hash, this many of a transaction keep it.
    const rows = await stack.context.db
      .selectFrom('payments')
      .select('safe_tx_hash')
      .where('transaction_hash', '=', lie)
      .execute();
    expect([rows.length, rows.filter((row) => row.safe_tx_hash === hash).length]).toEqual([210, 200]);
  });

  test('in tokens is seen in the pool, also with the mark of an app behind its call', async () => {
    const { signer, wallet } = await fundedSigner(client());
    const to = tokenAddress(1, 'USDT');
    await send(client(), { from: wallet, to, data: mintData(wallet, 25_000_000n) });
    const nonce = Number(await call(client(), 'eth_getTransactionCount', [wallet, 'latest']));
    const { raw, hash } = await signPayment(signer, 1, { to, data: `${transferData(25_000_000n)}626f6f70`, nonce });
    await client().setAutomine(false);
    await submitRaw(raw);
    expect(await track(hash)).toMatchObject({ chainId: 1, status: 'processing', reason: 'in-mempool' });
    expect(await stack.post(wallet, hash, { chainId: 1 })).toMatchObject({
      status: 'processing',
      chainId: 1,
      paymentMethod: 'USDT',
      paymentAmount: '25',
    });
    await client().setAutomine(true);
    await confirm(1, hash);
    expect((await track(hash)).status).toBe('credited');
  });

  test('is reported step by step: unknown, in the pool, in a block, confirmed, credited, staked', async () => {
    const { signer, wallet } = await fundedSigner(client());
    const { raw, hash } = await signPayment(signer, 1, { value: parseEther('1') });
    expect(await track(hash)).toMatchObject({
      recorded: false,
      status: 'unknown',
      reason: 'not-found',
      recoverable: true,
      chains: CHAIN_IDS.map((chainId) => ({ chainId, answer: 'missing' })),
    });
    await client().setAutomine(false);
    await submitRaw(raw);
    expect(await track(hash)).toMatchObject({
      recorded: false,
      chainId: 1,
      status: 'processing',
      reason: 'in-mempool',
      sender: wallet,
      chains: [{ answer: 'pending' }, { answer: 'missing' }, { answer: 'missing' }],
    });
    await stack.post(wallet, hash, { chainId: 1 });
    const pooled = await track(hash);
    expect(pooled).toMatchObject({ recorded: true, status: 'processing', reason: 'in-mempool', sender: wallet });
    expect(states(pooled)).toEqual([
      ...['submitted done', 'seen done', 'mined current', 'confirmed waiting', 'matched waiting', 'priced waiting'],
      ...['credited waiting', 'staked waiting', 'final waiting'],
    ]);
    await client().setAutomine(true);
    await confirm(1, hash, 3);
    const confirming = await track(hash);
    expect(confirming).toMatchObject({ status: 'confirming', reason: null, confirmations: 3, required: 6 });
    expect(states(confirming).slice(2, 5)).toEqual(['mined done', 'confirmed current', 'matched waiting']);
    await confirm(1, hash);
    const credited = await track(hash);
    expect(credited).toMatchObject({
      status: 'credited',
      final: false,
      pollSeconds: 30,
      payments: [
        {
          id: `1-${hash}-coin`,
          payer: wallet,
          paymentMethod: 'ETH',
          paymentAmount: '1',
          usdAmount: '4513.48',
          tokenAmount: '347190',
          price: '0.013',
          phase: 1,
          status: 'credited',
        },
      ],
    });
    expect(states(credited).slice(3)).toEqual([
      ...['confirmed done', 'matched done', 'priced done', 'credited done', 'staked waiting', 'final waiting'],
    ]);
    stack.tick(1_000);
    await stake(stack.context.db, wallet, NANO, stack.clock.now);
    await chains.mine(1, 70);
    await stack.pass([1]);
    await stack.pass([1]);
    const ended = await track(hash);
    expect(ended).toMatchObject({ final: true, pollSeconds: null });
    expect(ended.steps.every(({ state }) => state === 'done')).toBe(true);
    // The network had seen it before its block, and we do not know when.
    expect(ended.steps.map(({ key, at }) => (at === null ? key : null)).filter((key) => key !== null)).toEqual([
      ...['seen', 'confirmed', 'matched', 'priced', 'final'],
    ]);
  });

  test('with an unposted, unrecorded hash is read from the chain, and written nowhere', async () => {
    const wallet = newWallet();
    const usdt = tokenAddress(137, 'USDT');
    const hash = await payToken(chains.client(137), wallet, usdt, 130_000_000n);
    await chains.confirm(137, hash, 4);
    expect(await track(hash)).toMatchObject({
      recorded: false,
      chainId: 137,
      status: 'confirming',
      reason: 'not-recorded',
      confirmations: 4,
      recoverable: true,
      payments: [{ payer: wallet, paymentMethod: 'USDT', paymentAmount: '130', tokenAmount: null, receipt: null }],
    });
    expect(await track(hash, '?chainId=1')).toMatchObject({
      status: 'unknown',
      reason: 'not-found',
      chains: [{ answer: 'missing' }, { answer: 'not-asked' }, { answer: 'not-asked' }],
    });
    const kept = await stack.context.db
      .selectFrom('submissions')
      .select('id')
      .where('transaction_hash', '=', hash)
      .execute();
    expect(kept).toEqual([]);
  });

  describe('says why nothing is credited', () => {
    const expectStop = async (hash: string, expected: Partial<Track>, stop: string) => {
      const told = await track(hash);
      expect(told).toMatchObject(expected);
      expect(states(told)).toContain(`${stop} failed`);
      expect(states(told)).not.toContain('credited done');
    };
    /** The texts before and after recording are the same. */
    const expectBoth = async (wallet: string, hash: string, expected: Partial<Track>, stop: string) => {
      await expectStop(hash, { ...expected, recorded: false }, stop);
      await stack.post(wallet, hash, { chainId: 1 });
      await expectStop(hash, { ...expected, recorded: true }, stop);
    };

    test('wrong recipient', async () => {
      const wallet = await fundedWallet(client());
      const hash = await send(client(), { from: wallet, to: newWallet(), value: 1n });
      await expectBoth(wallet, hash, { status: 'rejected', reason: 'wrong-recipient' }, 'matched');
    });

    test('zero amount', async () => {
      const wallet = newWallet();
      const hash = await payCoin(client(), wallet, 0n);
      await expectBoth(wallet, hash, { status: 'rejected', reason: 'zero-value' }, 'matched');
    });

    test('a token that is not accepted: a person checks it, under a reference', async () => {
      const wallet = newWallet();
      const busd = tokenAddress(56, 'BUSD');
      const hash = await payToken(chains.client(56), wallet, busd, 10n ** 20n);
      await stack.pass([56]);
      await expectStop(hash, { status: 'needs-review', reason: 'wrong-token', chainId: 56 }, 'matched');
      expect((await track(hash)).reference).toMatch(/^P-\d+$/);
    });

    test('reverted', async () => {
      const wallet = await fundedWallet(client());
      // More tokens than its balance.
      const hash = await send(client(), {
        from: wallet,
        to: tokenAddress(1, 'USDC'),
        data: transferData(5_000_000n),
      });
      await expectBoth(wallet, hash, { status: 'failed', reason: null }, 'mined');
    });

    test('worth less than one SYNX', async () => {
      const wallet = newWallet();
      const hash = await payToken(client(), wallet, tokenAddress(1, 'USDC'), 1_000n);
      await confirm(1, hash);
      await expectStop(hash, { status: 'needs-review', reason: 'below-one-token' }, 'credited');
    });

    test('passed on by a contract', async () => {
      const wallet = await fundedWallet(client());
      const forwarder = await placeContract(client(), 'Forwarder');
      const data = forwarder.data('forward', stack.context.env.presaleAddress);
      const hash = await send(client(), { from: wallet, to: forwarder.address, value: parseEther('1'), data });
      await stack.pass([1]);
      await expectBoth(wallet, hash, { status: 'needs-review', reason: 'internal-transfer' }, 'matched');
    });

    test('replaced by another payment, which is named', async () => {
      const { signer, wallet } = await fundedSigner(client());
      const slow = await signPayment(signer, 1, { value: parseEther('1') });
      const quick = await signPayment(signer, 1, { value: parseEther('2'), gwei: '40' });
      await client().setAutomine(false);
      try {
        await submitRaw(slow.raw);
        await stack.post(wallet, slow.hash, { chainId: 1 });
        await submitRaw(quick.raw);
      } finally {
        await client().setAutomine(true);
      }
      await chains.mine(1, 1);
      await mined(client(), quick.hash);
      await stack.pass();
      await stack.pass();
      await expectStop(slow.hash, { status: 'replaced', replacedBy: quick.hash as `0x${string}` }, 'mined');
    });

    test('waiting for co-signers, and expired after a day', async () => {
      const { address } = await placeContract(client(), 'ContractWallet');
      const hash = randomHash();
      await stack.post(address, hash);
      const waiting = await track(hash);
      expect(waiting).toMatchObject({ recorded: true, status: 'waiting-signers', pollSeconds: 15 });
      expect(states(waiting).slice(0, 3)).toEqual(['submitted done', 'seen current', 'mined waiting']);
      stack.tick(86_400_001);
      await stack.pass();
      await expectStop(hash, { status: 'expired' }, 'seen');
    });

    test('its block left the chain', async () => {
      const { signer } = await fundedSigner(client());
      const { raw, hash } = await signPayment(signer, 1, { value: parseEther('1') });
      await submitRaw(raw);
      await mined(client(), hash);
      await confirm(1, hash);
      expect(await track(hash)).toMatchObject({ status: 'credited' });
      await chains.reorg(1, 6);
      await stack.pass([1]);
      const gone = await track(hash);
      expect(gone).toMatchObject({
        status: 'processing',
        reason: 'left-chain',
        payments: [{ reversals: 1, tokenAmount: null }],
      });
      expect(states(gone).slice(1, 4)).toEqual(['seen done', 'mined current', 'confirmed waiting']);
    });
  });

  test('recovered by its hash: from before the first watched block, credited to its sender, once', async () => {
    const [wallet, thief] = [newWallet(), newWallet()];
    const early = chains.client(56);
    const hash = await payCoin(early, wallet, parseEther('1'));
    // The watcher is told to begin after it.
    await chains.mine(56, 6);
    await stack.context.db
      .updateTable('chain_cursors')
      .set({
        block_number: await early.getBlockNumber(),
        block_hash: (await early.getBlock()).hash ?? '',
      })
      .where('chain_id', '=', 56n)
      .execute();
    await stack.pass([56]);
    expect((await stack.balance(wallet)).availableToStake).toBe('0');
    expect(await track(hash)).toMatchObject({ recorded: false, reason: 'not-recorded', recoverable: true });
    // Posted for the wrong chain at first, as a switched wallet does.
    expect(await stack.post(wallet, hash, { chainId: 1 })).toMatchObject({ status: 'processing' });
    expect(await recover(thief, hash)).toMatchObject({ status: 'rejected', reason: 'foreign-sender' });
    for (let again = 0; again < 3; again += 1) {
      expect(await recover(wallet, hash)).toMatchObject({
        status: 'credited',
        chainId: 56,
        tokensAllocated: '70618',
      });
    }
    expect(await stack.balance(wallet)).toEqual({ stakedBalance: '0', availableToStake: '70618' });
    expect(await stack.balance(thief)).toEqual({ stakedBalance: '0', availableToStake: '0' });
  });

  test('a wallet’s list: its payments and its postings, newest first, nothing that others posted in its name', async () => {
    const [wallet, other] = [newWallet(), newWallet()];
    const first = await payCoin(client(), wallet, parseEther('1'));
    await stack.post(wallet, first);
    stack.tick(2_000);
    const posted = randomHash();
    const poster = newVisitor(stack.app, () => stack.clock.now);
    await poster.connect(wallet);
    await poster.post('/api/presale/purchase', { walletAddress: wallet, transactionHash: posted, chainId: 1 });
    const foreign = await payCoin(client(), other, parseEther('1'));
    await stack.post(wallet, foreign);
    const stray = await send(client(), { from: other, to: newWallet(), value: 1n });
    await stack.post(wallet, stray, { chainId: 1 });
    await confirm(1, foreign);
    const answer = await poster.get(`/api/track/wallet/${wallet}`);
    const list = trackWalletResponseSchema.strict().parse(answer.json());
    expect(list.payments.map(({ transactionHash, status }) => [transactionHash, status])).toEqual([
      [posted, 'processing'],
      [first, 'credited'],
    ]);
    expect(list.total).toBe(1);
    const again = await stack.app.inject({
      url: `/api/track/wallet/${wallet}`,
      headers: { 'if-none-match': String(answer.headers.etag), cookie: poster.cookie },
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  test('several payments in one transaction are all listed, and it is credited when all of them are', async () => {
    const wallet = newWallet();
    const batch = await placeContract(client(), 'BatchPayer');
    const usdc = tokenAddress(1, 'USDC');
    await fund(client(), wallet, [[usdc, 30_000_000n]]);
    const approve = encodeFunctionData({
      abi: parseAbi(['function approve(address spender, uint256 value)']),
      args: [batch.address, 30_000_000n],
    });
    await send(client(), { from: wallet, to: usdc, data: approve });
    const data = batch.data('payTwice', usdc, stack.context.env.presaleAddress, 10_000_000n, 20_000_000n);
    const hash = await send(client(), { from: wallet, to: batch.address, data });
    await confirm(1, hash);
    const told = await track(hash);
    expect(told).toMatchObject({ status: 'credited', sender: wallet });
    expect(told.payments.map(({ payer, tokenAmount }) => [payer, tokenAmount])).toEqual([
      [wallet, '769'],
      [wallet, '1538'],
    ]);
  });
});
