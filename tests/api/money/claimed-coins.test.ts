import { concatHex, encodeFunctionData, parseAbi, parseEther, zeroAddress } from 'viem';
import { beforeAll, expect, test } from 'vitest';
import { DEVELOPMENT_PRESALE_ADDRESS as PRESALE } from '#src/config/development-accounts.ts';
import { call } from '#src/dev/chains/local-client.ts';
import { checkCoinBalance } from '#src/server/money/payments/watch/check-coin-balance.ts';
import { chainOf } from '#src/server/platform/context/app-context.ts';
import { sizedMoneySuite } from '#tests/support/money-suite.ts';
import {
  type Call,
  fund,
  fundedWallet,
  hex,
  mined,
  newWallet,
  send,
  submit,
  submitTogether,
  tokenAddress,
  transferData,
} from '#tests/support/pay.ts';
import { type PlacedContract, placeContract } from '#tests/support/place-contract.ts';
import { createSafe, type TestSafe } from '#tests/support/safe.ts';
import { newStaffMember, type StaffMember } from '#tests/support/staff-member.ts';
import { storeConfirming } from '#tests/support/store-confirming.ts';

const EXEC_ABI = parseAbi([
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures)',
]);
/** What the contract claims to pay: more than a hundred million dollars. */
const CLAIMED = parseEther('30000');
const REASON = 'The explorer shows the call.';
const TEN_MINUTES_MS = 600_000;

sizedMoneySuite('coins that a contract only claims to have paid (S23)', ({ stack, chains, confirm }) => {
  const client = () => chains.client(1);
  const db = () => stack.context.db;
  let liar: PlacedContract;
  let caller: string;
  let ada: StaffMember;
  let bea: StaffMember;
  let safe: TestSafe;
  beforeAll(async () => {
    liar = await placeContract(client(), 'LoudFallback');
    caller = newWallet();
    await fund(client(), caller);
    await fund(client(), PRESALE);
    safe = await createSafe(client());
    await client().setBalance({ address: safe.address as `0x${string}`, value: parseEther('100') });
    ada = await newStaffMember(stack, 'ada', 'manager');
    bea = await newStaffMember(stack, 'bea', 'manager');
  });
  const claim = (value = CLAIMED): Call => ({
    from: caller,
    to: liar.address,
    data: encodeFunctionData({
      abi: EXEC_ABI,
      args: [PRESALE, value, '0x', 0, 0n, 0n, 0n, zeroAddress, zeroAddress, '0x'],
    }),
  });
  const forward = async (amount: bigint): Promise<Call> => {
    const wallet = await fundedWallet(client());
    const forwarder = await placeContract(client(), 'Forwarder');
    return { from: wallet, to: forwarder.address, value: amount, data: forwarder.data('forward', PRESALE) };
  };
  /** Makes all blocks final, in steps that each compare the balance: a local chain prunes old ones. */
  const settle = async () => {
    for (let step = 0; step < 4; step += 1) {
      await chains.mine(1, 20);
      stack.tick(30_000);
      await stack.pass([1]);
    }
  };
  const alarms = (kind: string) => db().selectFrom('alarms').selectAll().where('kind', '=', kind).execute();
  const rowsOf = (hash: string) =>
    db().selectFrom('payments').selectAll().where('transaction_hash', '=', hash).execute();
  const latest = async () =>
    String((await db().selectFrom('staff_proposals').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id);
  /** A row in review as a version that did not ask for a proof has stored it, in the final block of a transaction. */
  const storeUnproven = async (hash: string, amount: bigint) => {
    const { blockNumber, blockHash } = await client().getTransactionReceipt({ hash: hash as `0x${string}` });
    const { id } = await storeConfirming(db(), liar.address, amount, stack.context.now());
    const place = { block_number: blockNumber, block_hash: blockHash, final: 1n, worth_micro: 135_000_000_000_000n };
    const { transaction_hash: name } = await db()
      .updateTable('payments')
      .set({ status: 'needs-review', reason: 'token-off', token_symbol: 'ETH', token_address: null, ...place })
      .where('id', '=', id)
      .returning('transaction_hash')
      .executeTakeFirstOrThrow();
    return { id, payment: `1-${name}-0` };
  };

  test('take nothing of the stock that visitors see, and are no payment of anybody', async () => {
    const remaining = async () => {
      stack.tick(5_001);
      return (await stack.app.inject('/api/presale/pricing')).json().tokensRemaining;
    };
    const before = await remaining();
    const hash = await send(client(), claim());
    await stack.pass([1]);
    expect(await remaining()).toBe(before);
    expect(await rowsOf(hash)).toEqual([]);
    stack.tick(5_001);
    const told = (await stack.app.inject(`/api/track/${hash}`)).json();
    expect(told).toMatchObject({ status: 'rejected', reason: 'wrong-recipient', payments: [] });
    expect(await stack.post(liar.address, hash, { chainId: 1 })).toMatchObject({
      ...{ status: 'rejected', reason: 'wrong-recipient', paymentAmount: null, tokensAllocated: null },
    });
    expect(await remaining()).toBe(before);
  });

  test('ring no alarm of their value and fill no list of the desk; all posted ones are one alarm', async () => {
    const hashes = await submitTogether(client(), [claim(), claim(CLAIMED * 2n), claim(CLAIMED * 3n)], 6);
    await confirm(1, hashes[0] ?? '');
    for (const hash of hashes) await stack.post(liar.address, hash, { chainId: 1 });
    expect(await alarms('payment-needs-review')).toEqual([]);
    expect(await alarms('foreign-recipient')).toMatchObject([{ severity: 1n, worth_micro: null }]);
    for (const screen of ['payments', 'payments?list=review&small=shown', 'alarms', 'overview']) {
      const page = (await ada.get(`/staff/${screen}`)).body;
      for (const text of ['135,', '30000', '30,000']) expect(page, `${screen}: ${text}`).not.toContain(text);
    }
  });

  test('and that another version has stored unproven count nowhere, are not credited, and are one counted alarm', async () => {
    const hash = await send(client(), claim());
    const { blockNumber, blockHash } = await client().getTransactionReceipt({ hash });
    const { id } = await storeConfirming(db(), liar.address, CLAIMED, stack.context.now());
    const place = { transaction_hash: hash, block_number: blockNumber, block_hash: blockHash, confirmations: 1n };
    const coin = { token_symbol: 'ETH', token_address: null, queue: 0n };
    await db()
      .updateTable('payments')
      .set({ ...place, ...coin })
      .where('id', '=', id)
      .execute();
    stack.tick(5_001);
    const remaining = async () => (await stack.app.inject('/api/presale/pricing')).json().tokensRemaining;
    const before = await remaining();
    expect(before).not.toBe('0');
    await confirm(1, hash);
    await stack.pass([1]);
    const waits = { id, status: 'needs-review', reason: 'internal-transfer', worth_micro: null };
    expect(await rowsOf(hash)).toMatchObject([waits]);
    stack.tick(5_001);
    expect(await remaining()).toBe(before);
    const counted = { subject: '1/unknown-worth', worth_micro: null, times: 1n };
    expect(await alarms('payment-needs-review')).toMatchObject([counted]);
    await db().deleteFrom('payments').where('id', '=', id).execute();
    await stack.context.alarms.resolve('payment-needs-review', '1/unknown-worth');
  });

  test('and that passed for proven are unproven again when the proof before the credit says so', async () => {
    const hash = await send(client(), claim());
    const { blockNumber, blockHash } = await client().getTransactionReceipt({ hash });
    const { id } = await storeConfirming(db(), liar.address, CLAIMED, stack.context.now());
    const place = {
      transaction_hash: hash,
      block_number: blockNumber,
      block_hash: blockHash,
      confirmations: 1n,
      proven_in: blockHash,
    };
    const coin = { token_symbol: 'ETH', token_address: null, queue: 0n };
    await db()
      .updateTable('payments')
      .set({ ...place, ...coin })
      .where('id', '=', id)
      .execute();
    await confirm(1, hash);
    await stack.pass([1]);
    const waits = { id, status: 'needs-review', reason: 'internal-transfer', worth_micro: null, proven_in: null };
    expect(await rowsOf(hash)).toMatchObject([waits]);
    const counted = { subject: '1/unknown-worth', worth_micro: null, times: 1n };
    const open = (await alarms('payment-needs-review')).filter(({ resolved_at: at }) => at === null);
    expect(open).toMatchObject([counted]);
    await db().deleteFrom('payments').where('id', '=', id).execute();
    await stack.context.alarms.resolve('payment-needs-review', '1/unknown-worth');
  });

  test('stand in no queue of dear payments; a real Safe’s stand in that of their value', async () => {
    const hashes = await submitTogether(client(), [claim(), claim()]);
    const paid = await safe.execute({ to: PRESALE, value: parseEther('1') });
    await stack.pass([1]);
    for (const hash of hashes) expect(await rowsOf(hash)).toEqual([]);
    expect(await rowsOf(paid)).toMatchObject([{ status: 'confirming', queue: 0n, payer: safe.address }]);
  });

  test('are neither credited nor refunded by people: the chain shows that they never arrived', async () => {
    const hash = await send(client(), claim());
    await settle();
    const named = { payment: `1-${hash}-0`, price: '2000', reason: REASON };
    expect(await ada.refused('propose-credit-payment', named)).toContain('no such payment');
    const { id, payment } = await storeUnproven(hash, CLAIMED);
    const credit = { payment, price: '2000', reason: REASON };
    const refund = { payment, usd: '135000000', note: 'Back to the payer.' };
    const none = 'received 0 ETH by contracts';
    expect(await ada.refused('propose-credit-payment', credit)).toContain(none);
    expect(await ada.refused('return-payment', refund)).toContain(none);
    expect(await ada.refused('propose-return-payment', { payment, usd: '1', reason: REASON })).toContain(none);
    const pages = [
      `payment?payment=${payment}`,
      'payments?list=review&small=shown',
      'payments?list=review&minimum=100',
    ];
    const bodies = await Promise.all(pages.map(async (page) => (await ada.get(`/staff/${page}`)).body));
    for (const body of bodies) expect(body).not.toContain('135,000,000');
    expect(bodies[0]).toContain('not shown that these coins arrived');
    expect(bodies.map((body) => body.includes(payment))).toEqual([true, true, false]);
    // Proposed while an earlier version ran, and approved now.
    for (const [kind, fields] of [
      ['credit-payment', credit] as const,
      ['return-payment', { payment, usd: '1' }] as const,
    ]) {
      await db()
        .insertInto('staff_proposals')
        .values({
          ...{ kind, subject: `payment:${payment}`, payload: JSON.stringify(fields), reason: REASON, state: 'open' },
          ...{ proposed_by: 1n, proposed_at: 1n, decided_by: null, decided_at: null, token_hash: null },
        })
        .execute();
      expect(await bea.refused('approve-proposal', { id: await latest() }), kind).toContain(none);
    }
    await settle();
    await settle();
    expect(await ada.refused('propose-credit-payment', credit)).toContain('no longer have the balances');
    await db().deleteFrom('payments').where('id', '=', id).execute();
  });

  test('which did arrive are credited by two people, once: a second row of the same coins is refused', async () => {
    const [hash = ''] = await submitTogether(client(), [await forward(parseEther('1'))]);
    await settle();
    const first = await storeUnproven(hash, parseEther('1'));
    const second = await storeUnproven(hash, parseEther('1'));
    const ids: string[] = [];
    for (const { payment } of [first, second]) {
      await ada.act('propose-credit-payment', { payment, price: '2000', reason: REASON });
      ids.push(await latest());
    }
    await bea.act('approve-proposal', { id: ids[0] ?? '' });
    expect(await bea.refused('approve-proposal', { id: ids[1] ?? '' })).toContain('of which 1 ETH are recorded');
    await db().deleteFrom('payments').where('id', '=', second.id).execute();
  });

  test('keep nobody’s coins in the same block from being recorded', async () => {
    const [honest = '', lie = ''] = await submitTogether(client(), [await forward(parseEther('1')), claim()]);
    await settle();
    const { id } = await storeUnproven(lie, CLAIMED);
    const coins = { chain: '1', hash: honest, wallet: newWallet(), amount: '1', reason: REASON };
    await ada.act('propose-record-payment', coins);
    expect(await bea.act('approve-proposal', { id: await latest() })).toContain('payment in review now');
    await db().deleteFrom('payments').where('id', '=', id).execute();
  });

  test.each(['ETH', 'USDC'])(
    'and that people record stand before nothing that the Safe has paid in %s under the hash it names',
    async (symbol) => {
      const usdc = tokenAddress(1, 'USDC');
      await fund(client(), safe.address, [[usdc, 130_000_000n]]);
      const payment =
        symbol === 'ETH' ? { to: PRESALE, value: parseEther('1') } : { to: usdc, data: transferData(130_000_000n) };
      const named = await safe.hashOf(payment);
      await stack.post(safe.address, named, { chainId: 1 });
      const executed = await safe.execute(payment);
      await confirm(1, executed);
      const value = parseEther('0.01');
      const forwarder = await placeContract(client(), 'LyingForwarder');
      const { data = '0x' } = claim(value);
      const wallet = forwarder.address.toLowerCase();
      const lie = concatHex([data as `0x${string}`, named]);
      const hash = await send(client(), { from: caller, to: forwarder.address, value, data: lie });
      await stack.post(wallet, hash, { chainId: 1 });
      await settle();
      await ada.act('propose-record-payment', { chain: '1', hash, wallet, amount: '0.01', reason: REASON });
      await bea.act('approve-proposal', { id: await latest() });
      expect(await rowsOf(hash)).toMatchObject([{ payer: wallet, safe_tx_hash: named, status: 'needs-review' }]);
      stack.tick(5_001);
      expect((await stack.app.inject(`/api/track/${named}`)).json()).toMatchObject({
        ...{ status: 'credited', executedBy: executed, unlisted: 0, payments: [{ payer: safe.address }] },
      });
    },
  );

  test('that people record of a Safe are shown by its hash, whatever a contract pays under it for its gas', async () => {
    const payment = { to: PRESALE, value: parseEther('1') };
    const named = await safe.hashOf(payment);
    await stack.post(safe.address, named, { chainId: 1 });
    const executed = await safe.execute(payment);
    // The chain program keeps the states of 128 blocks.
    await chains.mine(1, 150);
    await stack.pass([1]).catch(() => undefined);
    const coins = { chain: '1', hash: executed, wallet: safe.address, amount: '1' };
    await ada.act('propose-record-payment', { ...coins, reason: REASON });
    await bea.act('approve-proposal', { id: await latest() });
    const [row] = await rowsOf(executed);
    const credited = { payment: `1-${executed}-${row?.transfer_index}`, price: '4513.48', reason: REASON };
    await ada.act('propose-credit-payment', credited);
    await bea.act('approve-proposal', { id: await latest() });
    const fake = await placeContract(client(), 'FakeToken');
    const usdc = tokenAddress(1, 'USDC');
    for (const [token, amount] of [[fake.address, 10n ** 30n] as const, [usdc, 1_300_000n] as const]) {
      const names = await placeContract(client(), 'NamesHash');
      await fund(client(), names.address, [[usdc, 1_300_000n]]);
      const data = names.data('pay', token, PRESALE, 1n, amount, named);
      const hash = await send(client(), { from: caller, to: names.address, data, gas: 1_000_000n });
      await stack.post(names.address, hash, { chainId: 1 });
      await stack.pass([1]);
      await stack.post(names.address, named, { chainId: 1 });
      expect(await rowsOf(hash)).toMatchObject([{ safe_tx_hash: token === usdc ? named : null }]);
      stack.tick(5_001);
      expect((await stack.app.inject(`/api/track/${named}`)).json()).toMatchObject({
        ...{ status: 'credited', executedBy: executed, reference: null },
      });
    }
  });

  test('are not missed in the balance where blocks are final before six confirmations; a Safe’s coins are explained', async () => {
    await settle();
    const compare = async () => {
      const { number } = await chainOf(stack.context, 1).head();
      stack.tick(30_001);
      await checkCoinBalance(stack.context, 1, { number, finalized: number }, async () => true);
    };
    await compare();
    const before = await alarms('unexplained-balance');
    const lie = await send(client(), claim());
    await safe.execute({ to: PRESALE, value: parseEther('2') });
    await confirm(1, lie, 3);
    const { id } = await storeUnproven(lie, CLAIMED);
    await compare();
    expect(await alarms('unexplained-balance')).toEqual(before);
    await db().deleteFrom('payments').where('id', '=', id).execute();
  });

  test('by a posted hash that only shares the block of a Safe’s payment are not worth the Safe’s coins', async () => {
    /** Posts the neighbours of a payment of 3 ETH by the Safe in one block. */
    const postWith = async (others: readonly Call[]) => {
      await client().setAutomine(false);
      const paid = await safe.submit({ to: PRESALE, value: parseEther('3') });
      const hashes = await Promise.all(others.map((transaction) => submit(client(), transaction)));
      await chains.mine(1, 1);
      await client().setAutomine(true);
      await mined(client(), paid);
      await stack.pass([1]);
      expect(await rowsOf(paid)).toMatchObject([{ status: 'confirming' }]);
      for (const hash of hashes) await stack.post(liar.address, hash, { chainId: 1 });
      const posts = db().selectFrom('submissions').select(['status', 'reason', 'worth_micro']);
      return posts.where('transaction_hash', 'in', hashes).execute();
    };
    const before = await alarms('payment-needs-review');
    const rejected = { status: 'rejected', reason: 'wrong-recipient', worth_micro: null };
    const plain = { from: caller, to: newWallet(), value: 1n };
    expect(await postWith([claim(), plain])).toEqual([rejected, rejected]);
    expect(await alarms('payment-needs-review')).toEqual(before);
    // Real coins, about 45 dollars, are worth themselves.
    const [real] = await postWith([await forward(parseEther('0.01'))]);
    expect(real).toMatchObject({ status: 'needs-review', reason: 'internal-transfer' });
    expect((real?.worth_micro ?? 0n) / 1_000_000n).toBe(45n);
  });

  test('by a Safe are not those of a stranger’s call in its block, posted before the block is read', async () => {
    await client().setAutomine(false);
    const paid = await safe.submit({ to: PRESALE, value: parseEther('1') });
    const foreign = await submit(client(), { ...claim(1n), gas: 200_000n });
    await chains.mine(1, 1);
    await client().setAutomine(true);
    await mined(client(), paid);
    const before = await alarms('payment-needs-review');
    const post = () => stack.post(caller, foreign, { chainId: 1 });
    expect(await post()).toMatchObject({ status: 'processing', reason: null });
    await stack.pass([1]);
    expect(await rowsOf(paid)).toMatchObject([{ status: 'confirming' }]);
    stack.tick(61_000);
    expect(await post()).toMatchObject({ status: 'rejected', reason: 'wrong-recipient' });
    expect(await alarms('payment-needs-review')).toEqual(before);
  });

  test('in the block of a Safe’s payment after a reorganisation leave it to a person, who sees that nothing is proven', async () => {
    const hash = await safe.execute({ to: PRESALE, value: parseEther('1') });
    const { from, to, input, nonce, gas, maxFeePerGas, maxPriorityFeePerGas } = await client().getTransaction({ hash });
    await stack.pass([1]);
    expect(await rowsOf(hash)).toMatchObject([{ status: 'confirming', proven_in: expect.stringMatching(/^0x/) }]);
    await chains.reorg(1, 1);
    await stack.pass([1]);
    const address = safe.address as `0x${string}`;
    const code = (await client().getCode({ address })) ?? '0x';
    await client().setCode({ address, bytecode: (await client().getCode({ address: liar.address })) ?? '0x' });
    const again = { from, to, data: input, gas: hex(gas), nonce: hex(BigInt(nonce)), type: '0x2' };
    const fees = { maxFeePerGas: hex(maxFeePerGas ?? 0n), maxPriorityFeePerGas: hex(maxPriorityFeePerGas ?? 0n) };
    expect(await call(client(), 'eth_sendTransaction', [{ ...again, ...fees, accessList: [] }])).toBe(hash);
    await mined(client(), hash);
    await client().setCode({ address, bytecode: code });
    await confirm(1, hash);
    expect(await rowsOf(hash)).toMatchObject([
      { status: 'needs-review', reason: 'internal-transfer', worth_micro: null },
    ]);
  });

  test('by a real Safe whose block no source remembers wait ten minutes, then for a person, as no payment', async () => {
    const hash = await safe.execute({ to: PRESALE, value: parseEther('1') });
    // The chain program keeps the states of 128 blocks.
    await chains.mine(1, 150);
    const post = () => stack.post(safe.address, hash, { chainId: 1 });
    expect(await post()).toMatchObject({ status: 'processing', reason: null, paymentAmount: null });
    // Neither can the balance be compared in that block.
    await stack.pass([1]).catch(() => undefined);
    expect(await rowsOf(hash)).toEqual([]);
    // For its proof, then for the balances.
    await stack.askFor(2 * TEN_MINUTES_MS, post);
    expect(await post()).toMatchObject({ status: 'needs-review', reason: 'amount-unverifiable', paymentAmount: null });
    expect(await rowsOf(hash)).toEqual([]);
  });

  test('in blocks that no source remembers are asked about for a day, and not for ever', async () => {
    const hashes = await submitTogether(client(), [claim(), claim()]);
    await chains.mine(1, 150);
    const waiting = () =>
      db().selectFrom('sightings').select('tries').where('transaction_hash', 'in', hashes).execute();
    // Neither can the balance be compared in that block.
    const pass = () => stack.pass([1]).catch(() => undefined);
    await pass();
    expect(await waiting()).toEqual([{ tries: 1n }, { tries: 1n }]);
    const triedFor = async (tries: bigint) => {
      await db().updateTable('sightings').set({ tries, next_check_at: 0n }).execute();
      await pass();
    };
    await triedFor(1_000n);
    expect(await waiting()).toEqual([{ tries: 1_001n }, { tries: 1_001n }]);
    expect(await alarms('unreadable-transaction')).toMatchObject([{ subject: '1' }]);
    await triedFor(1_500n);
    expect(await waiting()).toEqual([]);
  });
});
