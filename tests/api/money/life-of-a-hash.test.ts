import { randomBytes } from 'node:crypto';
import { parseEther } from 'viem';
import { describe, expect, test, vi } from 'vitest';
import { DEVELOPMENT_PRESALE_ADDRESS as TREASURY } from '#src/config/development-accounts.ts';
import { findToken } from '#src/config/tokens.ts';
import { call } from '#src/dev/chains/local-client.ts';
import { findReplacement } from '#src/server/money/payments/verify/check-posted-hash.ts';
import { checkDuePostedHashes } from '#src/server/money/payments/watch/check-due-posted-hashes.ts';
import { COMMON_LANE } from '#src/server/platform/callers/caller-lane.ts';
import { metering } from '#src/server/platform/chains/call-meter.ts';
import { laneWithin } from '#src/server/platform/chains/look-budget.ts';
import { ChainDisputeError, ChainUnavailableError } from '#src/server/platform/chains/read-by-quorum.ts';
import { chainOf } from '#src/server/platform/context/app-context.ts';
import { ApiFailure } from '#src/server/platform/util/errors.ts';
import { sizedMoneySuite } from '#tests/support/money-suite.ts';
import {
  fund,
  fundedSigner,
  fundedWallet,
  mined,
  minedReceipt,
  mintData,
  newSigner,
  newWallet,
  payCoin,
  send,
  submit,
  tokenAddress,
  transferData,
} from '#tests/support/pay.ts';
import { placeContract } from '#tests/support/place-contract.ts';
import { signPayment } from '#tests/support/sign-payment.ts';

const DAY_MS = 86_400_000;
const randomHash = () => `0x${randomBytes(32).toString('hex')}`;

sizedMoneySuite('a hash that is in no block', ({ stack, chains }) => {
  const client = () => chains.client(1);
  const submitRaw = (raw: string) => call<`0x${string}`>(client(), 'eth_sendRawTransaction', [raw]);

  test('is processing for a day, then expired, and is credited if it appears later', { tags: 'long' }, async () => {
    const { signer, wallet } = await fundedSigner(client());
    const { raw, hash } = await signPayment(signer, 1, { value: parseEther('1') });
    const unknown = randomHash();
    for (const posted of [hash, unknown]) {
      expect(await stack.post(wallet, posted)).toMatchObject({
        status: 'processing',
        confirmations: 0,
        tokensAllocated: null,
        usdAmount: null,
        chainId: null,
      });
    }
    stack.tick(DAY_MS - 60_000);
    await stack.pass();
    expect((await stack.post(wallet, unknown)).status).toBe('processing');
    stack.tick(60_000);
    await stack.pass();
    expect((await stack.post(wallet, unknown)).status).toBe('expired');
    expect((await stack.post(wallet, hash)).status).toBe('expired');
    await submitRaw(raw);
    await mined(client(), hash);
    await chains.confirm(1, hash, 6);
    await stack.pass();
    expect(await stack.post(wallet, hash)).toMatchObject({ status: 'credited', tokensAllocated: '347190' });
    expect(await stack.balance(wallet)).toEqual({ stakedBalance: '0', availableToStake: '347190' });
  });

  test('is looked for often at first, and every two minutes after an hour', async () => {
    const { db } = stack.context;
    const hash = randomHash();
    await stack.post(newWallet(), hash, { chainId: 1 });
    const row = () =>
      db
        .selectFrom('submissions')
        .select(['created_at', 'next_check_at'])
        .where('transaction_hash', '=', hash)
        .executeTakeFirstOrThrow();
    const postedAt = Number((await row()).created_at);
    const waitAt = async (age: number) => {
      stack.clock.now = postedAt + age;
      await db.updateTable('submissions').set({ next_check_at: 0n }).where('transaction_hash', '=', hash).execute();
      await checkDuePostedHashes(stack.context, 'stack');
      return Number((await row()).next_check_at) - stack.clock.now;
    };
    const minute = 60_000;
    expect([await waitAt(5 * minute - 1), await waitAt(5 * minute)]).toEqual([3_000, 15_000]);
    expect([await waitAt(60 * minute - 1), await waitAt(60 * minute)]).toEqual([15_000, 120_000]);
  });

  test('does not cost a reading of the head for each one that is looked for at the same time', async () => {
    for (let number = 0; number < 3; number += 1) await stack.post(newWallet(), randomHash(), { chainId: 56 });
    stack.tick(3_001);
    const head = vi.spyOn(chainOf(stack.context, 56), 'head');
    const read = vi.spyOn(chainOf(stack.context, 56), 'transaction');
    await checkDuePostedHashes(stack.context, 'stack');
    expect(read.mock.calls.length).toBeGreaterThanOrEqual(3);
    expect(head).toHaveBeenCalledOnce();
    for (const spy of [head, read]) spy.mockRestore();
  });

  test('but pending is read once a pass, whoever posted it, and written only when it changes (S25)', async () => {
    const { db } = stack.context;
    const wallet = await fundedWallet(client());
    const postings = () =>
      db
        .selectFrom('submissions')
        .select(['id', 'status', 'sender', 'nonce', 'chain_id', 'updated_at'])
        .where('transaction_hash', '=', hash)
        .orderBy('id')
        .execute();
    await client().setAutomine(false);
    const hash = await submit(client(), { from: wallet, to: TREASURY, value: parseEther('1') });
    const wallets = Array.from({ length: 25 }, newWallet);
    for (const poster of wallets) await stack.post(poster, hash, { chainId: 1 });
    const before = await postings();
    expect(before).toHaveLength(25);
    for (const { status, sender, chain_id } of before)
      expect({ status, sender, chain_id }).toEqual({ status: 'processing', sender: wallet, chain_id: 1n });
    stack.tick(3_001);
    const read = vi.spyOn(chainOf(stack.context, 1), 'transaction');
    await checkDuePostedHashes(stack.context, 'stack');
    expect(read.mock.calls.filter(([asked]) => asked === hash)).toHaveLength(1);
    read.mockRestore();
    expect(await postings()).toEqual(before);
    const due = db.selectFrom('submissions').select('id').where('transaction_hash', '=', hash);
    expect(await due.where('next_check_at', '<=', BigInt(stack.clock.now)).execute()).toEqual([]);
    // Those whose state is another are brought back, alone: by the pass that looks for them, or by another post.
    const unseen = { sender: null, nonce: null, chain_id: null };
    const set = (posting: (typeof before)[number] | undefined, status: 'waiting-signers' | 'expired') =>
      db
        .updateTable('submissions')
        .set({ ...unseen, status })
        .where('id', '=', posting?.id ?? 0n)
        .execute();
    const [first, second, ...others] = before;
    await set(first, 'expired');
    await set(second, 'waiting-signers');
    stack.tick(3_001);
    await checkDuePostedHashes(stack.context, 'stack');
    const broughtBack = { ...second, updated_at: BigInt(stack.clock.now) };
    expect(await postings()).toEqual([expect.objectContaining({ status: 'expired' }), broughtBack, ...others]);
    expect(await stack.post(wallets[0] ?? '', hash, { chainId: 1 })).toMatchObject({ status: 'processing' });
    expect(await postings()).toEqual([{ ...first, updated_at: BigInt(stack.clock.now) }, broughtBack, ...others]);
    await client().setAutomine(true);
    await chains.mine(1, 1);
  });

  test.each([
    { others: 900, isAlike: false, places: 1 },
    { others: 900, isAlike: true, places: 1 },
    { others: 100, isAlike: false, places: 1 },
    { others: 100, isAlike: true, places: 1 },
    // From as many places: one hash is looked for one wallet after the other.
    { others: 150, isAlike: true, places: 150 },
  ])('waits for none of $others from $places places, alike: $isAlike (S25)', async ({ others, isAlike, places }) => {
    const { context } = stack;
    const { db, lookBudget } = context;
    const at = BigInt(stack.clock.now);
    const crowd = isAlike ? randomHash() : null;
    // Where more are due than a pass takes, their place has spent its budget.
    const isSpent = others > 200;
    const run = async <Result>(lane: number, look: () => Promise<Result>) => {
      if (isSpent && (lane === COMMON_LANE || Math.floor(lane / 8_192) === 8)) throw new ApiFailure('rate_limited');
      return look();
    };
    Object.assign(context, { lookBudget: { run } });
    const rows = Array.from({ length: others }, (_, place) => ({
      ...{
        transaction_hash: crowd ?? randomHash(),
        wallet: newWallet(),
        lane: BigInt(laneWithin(7 + (place % places), place)),
      },
      ...{ posted_by: null, chain_hint: 1n, chain_id: null, claims: '{}', terms_version: null, reason: null },
      ...{
        status: place % 2 === 0 ? ('processing' as const) : ('waiting-signers' as const),
        sender: null,
        nonce: null,
      },
      ...{ created_at: at, updated_at: at, next_check_at: at - 60_000n },
    }));
    for (let start = 0; start < rows.length; start += 300)
      await db
        .insertInto('submissions')
        .values(rows.slice(start, start + 300))
        .execute();
    const hash = randomHash();
    await stack.post(newWallet(), hash, { chainId: 1 });
    const read = vi.spyOn(chainOf(context, 1), 'transaction');
    await checkDuePostedHashes(context, 'stack');
    // Among those that a pass begins with: it can end before the last one.
    const asked = read.mock.calls.map(([each]) => each);
    expect(asked.slice(0, 10)).toContain(hash);
    read.mockRestore();
    Object.assign(context, { lookBudget });
    await db
      .deleteFrom('submissions')
      .where(
        'wallet',
        'in',
        rows.map(({ wallet }) => wallet),
      )
      .execute();
  });

  test('is waiting for signers when its wallet is a contract, not when it is a delegated account', {
    tags: 'long',
  }, async () => {
    const [shared, delegated] = [newWallet(), newWallet()] as `0x${string}`[] as [`0x${string}`, `0x${string}`];
    const { address } = await placeContract(client(), 'ContractWallet');
    await client().setCode({ address: shared, bytecode: (await client().getCode({ address })) ?? '0x' });
    await client().setCode({ address: delegated, bytecode: `0xef0100${address.slice(2)}` });
    const [posted, other] = [randomHash(), randomHash()];
    await stack.post(shared, posted);
    expect((await stack.post(shared, posted)).status).toBe('waiting-signers');
    await stack.post(delegated, other);
    expect((await stack.post(delegated, other)).status).toBe('processing');
    stack.tick(DAY_MS);
    await stack.pass();
    expect((await stack.post(shared, posted)).status).toBe('expired');
  });

  describe('in the pool', () => {
    async function pending(
      work: (signer: ReturnType<typeof newSigner>, wallet: string, hash: string) => Promise<void>,
    ) {
      const { signer, wallet } = await fundedSigner(client());
      await client().setAutomine(false);
      try {
        const { raw, hash } = await signPayment(signer, 1, { value: parseEther('1') });
        await submitRaw(raw);
        expect(await stack.post(wallet, hash, { chainId: 1 })).toMatchObject({
          status: 'processing',
          chainId: 1,
          tokensAllocated: '347190',
          usdAmount: '4513.48',
        });
        await work(signer, wallet, hash);
      } finally {
        await client().setAutomine(true);
      }
    }

    test.each([
      ['a coin', 56, 'BNB', { tokensAllocated: '70618', usdAmount: '918.04', paymentMethod: 'BNB' }],
      ['a stablecoin', 1, 'USDC', { tokensAllocated: '10000', usdAmount: '130', paymentMethod: 'USDC' }],
      ['a token that is not sold', 56, 'BUSD', { tokensAllocated: null, usdAmount: null, paymentMethod: null }],
    ] as const)('%s is named and valued as what it is', async (_what, chainId, symbol, amounts) => {
      const signer = newSigner();
      const wallet = signer.address.toLowerCase();
      const token = findToken(chainId, symbol);
      await fund(chains.client(chainId), wallet);
      const payment =
        token?.address == null
          ? { value: parseEther('1') }
          : { to: token.address, data: transferData(130n * 10n ** BigInt(token.decimals)) };
      const { raw, hash } = await signPayment(signer, chainId, payment);
      await chains.client(chainId).setAutomine(false);
      try {
        await call(chains.client(chainId), 'eth_sendRawTransaction', [raw]);
        const answer = await stack.post(wallet, hash, { chainId });
        expect(answer).toMatchObject({ status: 'processing', chainId, ...amounts });
      } finally {
        await chains.client(chainId).setAutomine(true);
      }
    });

    test('it is given up a day after it was last seen there, not in the moment in which it is dropped', () =>
      pending(async (_signer, wallet, hash) => {
        const status = async () => (await stack.post(wallet, hash, { chainId: 1 })).status;
        for (let hours = 0; hours < 26; hours += 2) {
          stack.tick(DAY_MS / 12);
          await stack.pass();
        }
        await call(client(), 'anvil_dropTransaction', [hash]);
        stack.tick(121_000);
        await stack.pass();
        expect(await status()).toBe('processing');
        stack.tick(DAY_MS);
        await stack.pass();
        expect(await status()).toBe('expired');
      }));

    test('it is replaced, also once it is given up, when another payment takes its nonce', () =>
      pending(async (signer, wallet, hash) => {
        const tracked = async () => (await stack.app.inject(`/api/track/${hash}`)).json();
        const listed = async () =>
          (await stack.app.inject(`/api/track/wallet/${wallet}`)).json<{ payments: { transactionHash: string }[] }>();
        await call(client(), 'anvil_dropTransaction', [hash]);
        stack.tick(DAY_MS + 121_000);
        await stack.pass();
        expect(await stack.post(wallet, hash)).toMatchObject({ status: 'expired', replacedBy: null });
        expect(await tracked()).toMatchObject({ status: 'expired', replacedBy: null });
        const other = await signPayment(signer, 1, { value: parseEther('2'), gwei: '40' });
        await submitRaw(other.raw);
        await chains.mine(1, 1);
        await stack.pass();
        stack.tick(1_001);
        const replaced = { status: 'replaced', replacedBy: other.hash };
        expect(await stack.post(wallet, hash)).toMatchObject(replaced);
        expect(await tracked()).toMatchObject(replaced);
        // Anybody can post it anew for another wallet, for which we look for a day.
        expect(await stack.post(newWallet(), hash)).toMatchObject({ status: 'processing' });
        expect(await tracked()).toMatchObject(replaced);
        expect((await listed()).payments.find((each) => each.transactionHash === hash)).toMatchObject(replaced);
      }));

    test('it is replaced when another payment takes its nonce', { tags: 'long' }, () =>
      pending(async (signer, wallet, hash) => {
        const other = await signPayment(signer, 1, { value: parseEther('2'), gwei: '40' });
        await submitRaw(other.raw);
        await chains.mine(1, 1);
        await stack.pass();
        await stack.pass();
        const replaced = { status: 'replaced', replacedBy: other.hash, tokensAllocated: null };
        expect(await stack.post(wallet, hash)).toMatchObject(replaced);
        await chains.confirm(1, other.hash, 6);
        await stack.pass();
        expect(await stack.post(wallet, other.hash)).toMatchObject({
          status: 'credited',
          tokensAllocated: '694381',
          paymentMethod: 'ETH',
          paymentAmount: '2',
          replacedBy: null,
        });
        expect(await stack.post(wallet, hash)).toMatchObject(replaced);
        expect((await stack.balance(wallet)).availableToStake).toBe('694381');
        const listed = await stack.app.inject(`/api/track/wallet/${wallet}`);
        expect(listed.json().payments).toMatchObject(
          expect.arrayContaining([
            expect.objectContaining({ transactionHash: hash, status: 'replaced', replacedBy: other.hash }),
            expect.objectContaining({ transactionHash: other.hash, status: 'credited', replacedBy: null }),
          ]),
        );
      }),
    );

    test('a poster of another buyer’s hash is sent after no payment of another buyer', { tags: 'long' }, () =>
      pending(async (signer, wallet, hash) => {
        const stranger = newWallet();
        await stack.post(stranger, hash, { chainId: 1 });
        const other = await signPayment(signer, 1, { value: parseEther('2'), gwei: '40' });
        await submitRaw(other.raw);
        await chains.mine(1, 1);
        await stack.pass();
        await stack.pass();
        expect(await stack.post(wallet, hash)).toMatchObject({ status: 'replaced', replacedBy: other.hash });
        expect(await stack.post(stranger, hash)).toMatchObject({ status: 'cancelled', replacedBy: null });
      }),
    );

    test(
      'is looked for again when its replacement leaves the chain, and cancelled when its nonce goes elsewhere',
      { tags: 'long' },
      () =>
        pending(async (signer, wallet, hash) => {
          const other = await signPayment(signer, 1, { value: parseEther('2'), gwei: '40' });
          await submitRaw(other.raw);
          await chains.mine(1, 2);
          await stack.pass();
          await stack.pass();
          expect(await stack.post(wallet, hash)).toMatchObject({ status: 'replaced', replacedBy: other.hash });
          await chains.reorg(1, 2);
          await stack.pass();
          stack.tick(1_001);
          expect(await stack.post(wallet, other.hash)).toMatchObject({ status: 'processing' });
          expect(await stack.post(wallet, hash)).toMatchObject({ status: 'processing', replacedBy: null });
          const elsewhere = await signPayment(signer, 1, { to: signer.address, gwei: '50' });
          await submitRaw(elsewhere.raw);
          await chains.mine(1, 1);
          await stack.pass();
          await stack.pass();
          stack.tick(1_001);
          expect(await stack.post(wallet, hash)).toMatchObject({ status: 'cancelled', replacedBy: null });
          expect((await stack.balance(wallet)).availableToStake).toBe('0');
        }),
    );

    test(
      'is never called cancelled while the transaction that took its nonce is named by a block and not read yet',
      { tags: 'long' },
      () =>
        pending(async (signer, wallet, hash) => {
          const other = await signPayment(signer, 1, { value: parseEther('2'), gwei: '40' });
          await submitRaw(other.raw);
          await chains.mine(1, 1);
          const chain = chainOf(stack.context, 1);
          const read = chain.transaction.bind(chain);
          const spy = vi.spyOn(chain, 'transaction').mockImplementation((asked) => {
            return asked === other.hash ? Promise.reject(new ChainUnavailableError('not now')) : read(asked);
          });
          await stack.pass();
          await stack.pass();
          expect(await stack.post(wallet, hash)).toMatchObject({ status: 'processing' });
          spy.mockRestore();
          await stack.pass();
          await stack.pass();
          expect(await stack.post(wallet, hash)).toMatchObject({ status: 'replaced' });
        }),
    );

    test('is never called cancelled while the block that took its nonce has not been scanned', { tags: 'long' }, () =>
      pending(async (signer, wallet, hash) => {
        const other = await signPayment(signer, 1, { value: parseEther('2'), gwei: '40' });
        await submitRaw(other.raw);
        await chains.mine(1, 1);
        stack.tick(2_001);
        expect(await stack.post(wallet, hash, { chainId: 1 })).toMatchObject({ status: 'processing' });
        stack.tick(2_001);
        expect(await stack.post(wallet, hash, { chainId: 1 })).toMatchObject({ status: 'processing' });
        await stack.pass();
        await stack.pass();
        expect(await stack.post(wallet, hash)).toMatchObject({ status: 'replaced', replacedBy: other.hash });
      }),
    );

    test(
      'it is cancelled when its nonce is spent on something else, whatever a single source has invented',
      { tags: 'long' },
      () =>
        pending(async (signer, wallet, hash) => {
          const [chain_id, invented] = [1n, randomHash()];
          const seen = { block_number: 1n, block_hash: invented, first_seen_at: 1n, tries: 0n };
          await stack.context.db
            .insertInto('sightings')
            .values({
              chain_id,
              transaction_hash: invented,
              ...seen,
              next_check_at: BigInt(stack.clock.now + 60_000),
              queue: 4n,
            })
            .execute();
          const other = await signPayment(signer, 1, { to: signer.address, gwei: '40' });
          await submitRaw(other.raw);
          await chains.mine(1, 7);
          await stack.pass();
          await stack.pass();
          expect(await stack.post(wallet, hash)).toMatchObject({ status: 'cancelled' });
          expect((await stack.balance(wallet)).availableToStake).toBe('0');
        }),
    );
  });

  test('is cancelled by what is read up to where its nonce was taken; what waits from before keeps it open (S5)', async () => {
    const { db } = stack.context;
    const chain = chainOf(stack.context, 1);
    const { signer, wallet: sender } = await fundedSigner(client());
    const { hash } = await signPayment(signer, 1, { value: parseEther('1') });
    const cancellation = await signPayment(signer, 1, { to: signer.address, gwei: '40' });
    await submitRaw(cancellation.raw);
    const { blockNumber } = await minedReceipt(client(), cancellation.hash);
    await chains.mine(1, 2);
    await stack.pass([1]);
    const find = () => findReplacement(stack.context, { transaction_hash: hash, chain_id: 1n, sender, nonce: 0n });
    const unread = (block: bigint, count = 1) =>
      Array.from({ length: count }, () => ({
        ...{ chain_id: 1n, transaction_hash: randomHash(), block_number: block, block_hash: randomHash() },
        ...{ first_seen_at: 0n, tries: 0n, next_check_at: 0n, queue: 3n },
      }));
    const findWith = async (names: ReturnType<typeof unread>) => {
      await db.insertInto('sightings').values(names).execute();
      return find().finally(() => db.deleteFrom('sightings').execute());
    };
    expect(await find()).toBe('cancelled');
    expect(await findWith(unread(blockNumber + 1n))).toBe('cancelled');
    expect(await findWith(unread(blockNumber))).toBeNull();
    // So many that nobody looks for the first block among them.
    expect(await findWith(unread(blockNumber + 1n, 1_000))).toBeNull();
    const { number: head } = await chain.head();
    const count = chain.transactionCount.bind(chain);
    const failing = (isPruned: (at: bigint) => boolean) =>
      vi.spyOn(chain, 'transactionCount').mockImplementation(async (account, at) => {
        if (isPruned(at)) throw new ChainUnavailableError('missing trie node');
        return count(account, at);
      });
    const pruned = failing((at) => at < head);
    expect(await findWith(unread(blockNumber + 1n))).toBeNull();
    pruned.mockRestore();
    // A block that was read has left the chain: what is in its place can name the payment that took the nonce.
    await chains.reorg(1, 1);
    expect(await find()).toBeNull();
    await stack.pass([1]);
    expect(await find()).toBe('cancelled');
    // Sources that follow two blocks at the head do not dispute a payment.
    const forked = vi.spyOn(chain, 'blockHash').mockRejectedValue(new ChainDisputeError('two blocks of a number'));
    expect(await find()).toBeNull();
    forked.mockRestore();
    const down = failing(() => true);
    await expect(find()).rejects.toThrow(ChainUnavailableError);
    down.mockRestore();
  });

  test('after a block, it is replaced by the payment that takes its nonce when the cancellation leaves the chain', {
    tags: 'long',
  }, async () => {
    const { signer, wallet } = await fundedSigner(client());
    const first = await signPayment(signer, 1, { value: parseEther('1') });
    await submitRaw(first.raw);
    await mined(client(), first.hash);
    await stack.pass();
    expect(await stack.post(wallet, first.hash, { chainId: 1 })).toMatchObject({ status: 'confirming' });
    const cancellation = await signPayment(signer, 1, { to: signer.address, gwei: '40' });
    await chains.reorg(1, 1, [[cancellation.raw, 0]]);
    await stack.pass();
    await stack.pass();
    expect(await stack.post(wallet, first.hash)).toMatchObject({ status: 'cancelled', replacedBy: null });
    const second = await signPayment(signer, 1, { value: parseEther('2'), gwei: '50' });
    await chains.reorg(1, 1, [[second.raw, 0]]);
    await stack.pass();
    await stack.pass();
    expect(await stack.post(wallet, first.hash)).toMatchObject({ status: 'replaced', replacedBy: second.hash });
    const listed = await stack.app.inject(`/api/track/wallet/${wallet}`);
    expect(listed.json().payments).toContainEqual(
      expect.objectContaining({ transactionHash: first.hash, status: 'replaced', replacedBy: second.hash }),
    );
    const tracked = await stack.app.inject(`/api/track/${first.hash}`);
    expect(tracked.json()).toMatchObject({ status: 'replaced', replacedBy: second.hash });
  });

  test('after a block, it is never called cancelled while sources still show its receipt from there', {
    tags: 'long',
  }, async () => {
    const [signer, giver] = [newSigner(), newWallet()];
    const wallet = signer.address.toLowerCase();
    const token = tokenAddress(1, 'USDC');
    for (const account of [wallet, giver]) await fund(client(), account);
    await send(client(), { from: giver, to: token, data: mintData(wallet, 130_000_000n) });
    const { raw, hash } = await signPayment(signer, 1, { to: token, data: transferData(130_000_000n) });
    await submitRaw(raw);
    await mined(client(), hash);
    await stack.pass();
    expect(await stack.post(wallet, hash, { chainId: 1 })).toMatchObject({ status: 'confirming' });
    const former = await call(client(), 'eth_getTransactionReceipt', [hash]);
    // In its new block the wallet has no tokens: the payment fails, has no logs, and no scan names it.
    await chains.reorg(1, 2, [[raw, 0]]);
    const chain = chainOf(stack.context, 1);
    const ofCallers = await metering(
      () => undefined,
      async () => chain.sources,
    );
    const spies = [...chain.sources, ...ofCallers].map((source) => {
      const ask = source.request.bind(source);
      return vi
        .spyOn(source, 'request')
        .mockImplementation((asked) =>
          asked.method === 'eth_getTransactionReceipt' && asked.params[0] === hash
            ? Promise.resolve(former)
            : ask(asked),
        );
    });
    for (let pass = 0; pass < 3; pass += 1) await stack.pass();
    stack.tick(2_001);
    expect(await stack.post(wallet, hash)).toMatchObject({ status: 'processing' });
    for (const spy of spies) spy.mockRestore();
    await stack.pass();
    stack.tick(2_001);
    expect(await stack.post(wallet, hash)).toMatchObject({ status: 'failed' });
    expect((await stack.balance(wallet)).availableToStake).toBe('0');
  });

  test('after a block, it expires although the sources disagree about whether they know it', {
    tags: 'long',
  }, async () => {
    const { signer, wallet } = await fundedSigner(client());
    const { raw, hash } = await signPayment(signer, 1, { value: parseEther('1') });
    await submitRaw(raw);
    await mined(client(), hash);
    await stack.pass();
    expect(await stack.post(wallet, hash, { chainId: 1 })).toMatchObject({ status: 'confirming' });
    const cancellation = await signPayment(signer, 1, { to: signer.address, gwei: '40' });
    await chains.reorg(1, 1, [[cancellation.raw, 0]]);
    const knows = vi.spyOn(chainOf(stack.context, 1), 'knows').mockRejectedValue(new ChainDisputeError('one of two'));
    const listed = async () =>
      (await stack.app.inject(`/api/track/wallet/${wallet}`)).json<{ payments: { status: string }[] }>().payments;
    for (const minutes of [0, 2, 2]) {
      stack.tick(minutes * 60_000);
      await stack.pass();
    }
    expect(await listed()).toMatchObject([{ status: 'processing' }]);
    const alarms = stack.context.db.selectFrom('alarms').selectAll().where('kind', '=', 'quorum-dispute');
    expect(await alarms.execute()).toEqual([]);
    stack.tick(DAY_MS);
    await stack.pass();
    expect(await listed()).toMatchObject([{ status: 'expired' }]);
    expect(knows).toHaveBeenCalled();
    knows.mockRestore();
  });

  test('posted for another chain, or for none, is credited where it is', { tags: 'long' }, async () => {
    const wallet = newWallet();
    const hash = await payCoin(chains.client(56), wallet, parseEther('1'));
    expect((await stack.post(wallet, hash, { chainId: 1 })).status).toBe('processing');
    await chains.confirm(56, hash, 6);
    await stack.pass();
    expect(await stack.post(wallet, hash, { chainId: 1 })).toMatchObject({ status: 'credited', chainId: 56 });
    expect((await stack.balance(wallet)).availableToStake).toBe('70618');
  });

  test('of two chains at once (an unprotected transaction replayed) is two payments', async () => {
    const signer = newSigner();
    const wallet = signer.address.toLowerCase();
    const raw = await signer.signTransaction({
      type: 'legacy',
      nonce: 0,
      to: TREASURY,
      value: parseEther('1'),
      gas: 21_000n,
      gasPrice: 10_000_000_000n,
    });
    let hash = '0x' as `0x${string}`;
    for (const chainId of [1, 56] as const) {
      await fund(chains.client(chainId), wallet);
      hash = await call(chains.client(chainId), 'eth_sendRawTransaction', [raw]);
      await mined(chains.client(chainId), hash);
      await chains.confirm(chainId, hash, 6);
    }
    await stack.pass();
    // 347,190 on Ethereum and 70,618 on BSC.
    expect((await stack.balance(wallet)).availableToStake).toBe('417808');
    expect(await stack.post(wallet, hash)).toMatchObject({ status: 'credited', tokensAllocated: '417808' });
    expect((await stack.balance(wallet)).availableToStake).toBe('417808');
  });
});
