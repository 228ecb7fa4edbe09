import { parseEther } from 'viem';
import { beforeAll, expect, test } from 'vitest';
import { DEVELOPMENT_PRESALE_ADDRESS as PRESALE } from '#src/config/development-accounts.ts';
import { call } from '#src/dev/chains/local-client.ts';
import { checkPostedHash } from '#src/server/money/payments/verify/check-posted-hash.ts';
import { sizedMoneySuite } from '#tests/support/money-suite.ts';
import { fund, fundedWallet, mined, newWallet, send, submit } from '#tests/support/pay.ts';
import { placeContract } from '#tests/support/place-contract.ts';
import { newStaffMember, type StaffMember } from '#tests/support/staff-member.ts';
import { storeConfirming } from '#tests/support/store-confirming.ts';

const REASON = 'Its smart account paid, the explorer shows the inner call.';
const PRICE = '2000';

sizedMoneySuite('coins that a contract passed on', ({ stack, chains, finalise }) => {
  const client = () => chains.client(1);
  const db = () => stack.context.db;
  let ada: StaffMember;
  let bea: StaffMember;
  beforeAll(async () => {
    ada = await newStaffMember(stack, 'ada', 'manager');
    bea = await newStaffMember(stack, 'bea', 'manager');
    await fund(client(), PRESALE);
  });
  const forward = async (amount: bigint, submitOnly = false) => {
    const wallet = await fundedWallet(client());
    const forwarder = await placeContract(client(), 'Forwarder');
    const data = forwarder.data('forward', PRESALE);
    const transaction = { from: wallet, to: forwarder.address, value: amount, data };
    if (submitOnly) return { wallet, hash: await submit(client(), transaction) };
    const hash = await send(client(), transaction);
    await stack.pass([1]);
    return { wallet, hash };
  };
  const post = async (wallet: string, hash: string) => {
    const { status, reason } = await stack.post(wallet, hash, { chainId: 1 });
    return { status, reason };
  };
  const latest = async () =>
    String((await db().selectFrom('staff_proposals').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id);
  const approved = async (kind: string, fields: Record<string, string>) => {
    await ada.act(`propose-${kind}`, { reason: REASON, ...fields });
    const id = await latest();
    expect(await ada.refused('approve-proposal', { id })).toContain('another manager');
    return bea.act('approve-proposal', { id });
  };

  test('become a payment of the smart account by two people, who then credit it, once', { tags: 'long' }, async () => {
    const { hash } = await forward(parseEther('1'));
    const account = newWallet();
    const stranger = newWallet();
    expect(await post(account, hash)).toEqual({ status: 'needs-review', reason: 'internal-transfer' });
    expect(await post(stranger, hash)).toEqual({ status: 'needs-review', reason: 'internal-transfer' });
    const coins = { chain: '1', hash, wallet: account, amount: '1' };
    const refused = (more: object) => ada.refused('propose-record-payment', { ...coins, reason: REASON, ...more });
    expect(await refused({})).toContain('not final');
    await finalise(1);
    expect((await ada.get('/staff/payments')).body).toContain(hash);
    expect(await refused({ amount: '1.000000000000000001' })).toContain('received 1 ETH');
    expect(await refused({ hash: `0x${'5'.repeat(64)}` })).toContain('not in a block');
    for (const amount of ['0', '-1', 'all', '1000000000000'])
      expect(await refused({ amount }), amount).toContain('must be an amount of coins such as 1.5');
    expect(await refused({ amount: '999999999999.999999999999999999' })).toContain('received 1 ETH');
    // Both are proposed before either is decided: the second finds that nothing is left.
    await ada.act('propose-record-payment', { ...coins, reason: REASON });
    const second = await latest();
    await approved('record-payment', coins);
    expect(await bea.refused('approve-proposal', { id: second })).toContain('received 1 ETH');
    const [row, ...more] = await db().selectFrom('payments').selectAll().where('transaction_hash', '=', hash).execute();
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      ...{ payer: account, status: 'needs-review', reason: 'internal-transfer', token_symbol: 'ETH' },
      ...{ amount: String(parseEther('1')), final: 1n },
    });
    const payment = `1-${hash}-${row?.transfer_index}`;
    expect((await ada.get('/staff/payments?list=review')).body).toContain(payment);
    expect((await ada.get(`/staff/payment?payment=${payment}`)).body).toContain('Propose to credit it');
    await approved('credit-payment', { payment, price: PRICE });
    expect(await post(account, hash)).toEqual({ status: 'credited', reason: null });
    expect(await post(stranger, hash)).toEqual({ status: 'rejected', reason: 'foreign-sender' });
    expect((await stack.balance(account)).availableToStake).toBe('153846');
    // The watcher, which sees no such transfer, leaves it unchanged.
    await finalise(1);
    expect((await stack.balance(account)).availableToStake).toBe('153846');
    // The sources have pruned the balances of its block by now.
    await finalise(1);
    await finalise(1);
    expect(await bea.refused('approve-proposal', { id: second })).toContain(
      'and the sources no longer know what it moved',
    );
  });

  test('of several customers in one transaction are separate rows, and are refunded one by one', {
    tags: 'long',
  }, async () => {
    const { hash } = await forward(parseEther('3'));
    await finalise(1);
    const [first, second] = [newWallet(), newWallet()];
    await approved('record-payment', { chain: '1', hash, wallet: first, amount: '1' });
    await approved('record-payment', { chain: '1', hash, wallet: second, amount: '2' });
    const rows = await db().selectFrom('payments').selectAll().where('transaction_hash', '=', hash).execute();
    expect(rows.map(({ payer }) => payer).toSorted()).toEqual([first, second].toSorted());
    const own = rows.find(({ payer }) => payer === first);
    const fields = { payment: `1-${hash}-${own?.transfer_index}`, usd: '4513.48', note: 'Wrong coin.' };
    await ada.act('return-payment', fields);
    expect((await ada.get('/staff/payments')).body).toContain(first);
  });

  test('in two transactions of a block keep its alarm open until both are decided', async () => {
    await client().setAutomine(false);
    const both = [await forward(parseEther('1'), true), await forward(parseEther('2'), true)];
    await client().setAutomine(true);
    await chains.mine(1, 1);
    const { blockNumber } = await client().getTransactionReceipt({ hash: both[0]?.hash as `0x${string}` });
    await stack.pass([1]);
    for (const { wallet, hash } of both)
      expect(await post(wallet, hash)).toEqual({ status: 'needs-review', reason: 'internal-transfer' });
    await finalise(1);
    const open = async () => {
      const alarms = db().selectFrom('alarms').select('id').where('subject', '=', `1/${blockNumber}`);
      return (await alarms.where('resolved_at', 'is', null).execute()).length;
    };
    for (const [position, { wallet, hash }] of both.entries()) {
      expect(await open()).toBe(1);
      await approved('record-payment', { chain: '1', hash, wallet, amount: String(position + 1) });
      const recorded = db().selectFrom('payments').select('transfer_index').where('transaction_hash', '=', hash);
      const { transfer_index: place } = await recorded.executeTakeFirstOrThrow();
      await approved('credit-payment', { payment: `1-${hash}-${place}`, price: PRICE });
    }
    expect(await open()).toBe(0);
  });

  test('are not counted against a payment of the same block that was rejected or failed', async () => {
    const { hash } = await forward(parseEther('1'));
    const { blockNumber, blockHash } = await client().getTransactionReceipt({ hash });
    const { id } = await storeConfirming(db(), newWallet(), parseEther('1'), stack.context.now());
    // A Safe's, as it is stored once it is proven.
    const place = { block_number: blockNumber, block_hash: blockHash, proven_in: blockHash };
    const store = (status: 'failed' | 'rejected' | 'needs-review') =>
      db()
        .updateTable('payments')
        .set({ status, token_symbol: 'ETH', token_address: null, ...place })
        .where('id', '=', id)
        .execute();
    await finalise(1);
    const coins = { chain: '1', hash, wallet: newWallet(), amount: '1', reason: REASON };
    await store('needs-review');
    expect(await ada.refused('propose-record-payment', coins)).toContain('of which 1 ETH are recorded');
    for (const status of ['failed', 'rejected'] as const) {
      await store(status);
      await ada.act('propose-record-payment', coins);
      await ada.act('withdraw-proposal', { id: await latest() });
    }
    await db().deleteFrom('payments').where('id', '=', id).execute();
  });

  test('of unknown value are counted in one alarm, apart from those of small value', async () => {
    const prices = await db().selectFrom('feed_prices').selectAll().where('chain_id', '=', 1n).execute();
    expect(prices).toHaveLength(1);
    const { hash } = await forward(parseEther('1'));
    await db().deleteFrom('feed_prices').where('chain_id', '=', 1n).execute();
    expect(await post(newWallet(), hash)).toEqual({ status: 'needs-review', reason: 'internal-transfer' });
    await db().insertInto('feed_prices').values(prices).execute();
    const alarms = await stack.context.db
      .selectFrom('alarms')
      .select(['subject', 'detail'])
      .where('examples', 'like', `%${hash}%`)
      .execute();
    expect(alarms).toEqual([{ subject: '1/unknown-worth', detail: 'of unknown value: internal-transfer' }]);
  });

  test('whose amount no source can tell any more wait ten minutes for one that can, then for a person', async () => {
    const { wallet, hash } = await forward(parseEther('1'));
    // The chain program keeps the states of 128 blocks.
    await chains.mine(1, 150);
    expect(await post(wallet, hash)).toEqual({ status: 'processing', reason: null });
    const row = () =>
      db().selectFrom('submissions').selectAll().where('transaction_hash', '=', hash).executeTakeFirstOrThrow();
    const posted = await row();
    const lookAfter = async (milliseconds: number) => {
      stack.clock.now = Number(posted.created_at) + milliseconds;
      return checkPostedHash(stack.context, posted, () => client().getBlockNumber());
    };
    for (let asked = 60_000; asked < 600_000; asked += 60_000) await expect(lookAfter(asked)).rejects.toThrow();
    await expect(lookAfter(600_000 - 1)).rejects.toThrow();
    expect(await row()).toMatchObject({ status: 'processing', reason: null });
    await lookAfter(660_000);
    expect(await row()).toMatchObject({ status: 'needs-review', reason: 'amount-unverifiable' });
  });

  test('are seen although the operator sends coins out in the same block', async () => {
    await call(client(), 'evm_setAutomine', [false]);
    const { wallet, hash } = await forward(parseEther('1'), true);
    const out = await submit(client(), { from: PRESALE, to: newWallet(), value: parseEther('5'), gas: 21_000n });
    await call(client(), 'evm_setAutomine', [true]);
    await chains.mine(1, 1);
    await mined(client(), hash);
    const [a, b] = await Promise.all(
      [hash, out].map((one) => client().getTransactionReceipt({ hash: one as `0x${string}` })),
    );
    expect(a?.blockNumber).toBe(b?.blockNumber);
    // The chain program no longer has the balances of an earlier test's block.
    await stack.pass([1]).catch(() => undefined);
    expect(await post(wallet, hash)).toEqual({ status: 'needs-review', reason: 'internal-transfer' });
  });
});
