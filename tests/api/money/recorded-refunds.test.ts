import { parseEther } from 'viem';
import { beforeAll, expect, test } from 'vitest';
import { paymentId } from '#src/chain/payment-id.ts';
import { DEVELOPMENT_PRESALE_ADDRESS as TREASURY } from '#src/config/development-accounts.ts';
import { sizedMoneySuite } from '#tests/support/money-suite.ts';
import { fund, fundedWallet, newWallet, payCoin, send, tokenAddress, transferData } from '#tests/support/pay.ts';
import { newStaffMember, type StaffMember } from '#tests/support/staff-member.ts';
import { switchOnAll } from '#tests/support/switch-on-all.ts';

const REASON = 'Paid by the bank of the treasury, see ticket 17.';

sizedMoneySuite('recording refunds (S17)', ({ stack, chains, finalise }) => {
  const client = () => chains.client(1);
  const db = () => stack.context.db;
  let ada: StaffMember;
  let bea: StaffMember;
  beforeAll(async () => {
    ada = await newStaffMember(stack, 'ada', 'manager');
    bea = await newStaffMember(stack, 'bea', 'manager');
    await fund(client(), TREASURY, [[tokenAddress(1, 'USDC'), 10_000_000_000n]]);
    // Its coins come from nowhere: while the chain has the states of these blocks, the comparison finds where.
    await chains.mine(1, 66);
    await stack.pass([1]);
    stack.tick(30_000);
    await stack.pass([1]);
  });
  /** A payment of one coin (4,513.48 USD) of a new wallet, final and in review. */
  const reviewed = async () => {
    const wallet = newWallet();
    await ada.act('set-setting', { key: 'switched-off-tokens', value: '1:ETH', reason: 'it is looked at' });
    const hash = await payCoin(client(), wallet, parseEther('1'));
    await finalise(1);
    await switchOnAll(db());
    const row = await db().selectFrom('payments').selectAll().where('transaction_hash', '=', hash).executeTakeFirst();
    if (row === undefined) throw new Error('the watcher did not find the payment');
    expect(row).toMatchObject({ status: 'needs-review', final: 1n });
    return row;
  };
  /** Such a payment, to be returned for `usd` by the decision of two; its wallet and the number of the refund. */
  const due = async (usd: string) => {
    const row = await reviewed();
    await ada.act('propose-return-payment', { payment: paymentId(row), usd, reason: REASON });
    await bea.act('approve-proposal', { id: await latest() });
    const refund = await db().selectFrom('refunds').selectAll().where('payment_id', '=', row.id).executeTakeFirst();
    return { wallet: row.payer, row, refund: String(refund?.id) };
  };
  const statusOf = async (refund: string) =>
    (await db().selectFrom('refunds').select('status').where('id', '=', BigInt(refund)).executeTakeFirst())?.status;
  const pay = (from: string, to: string, value: bigint) => send(client(), { from, to, value });

  test('one person records a refund that the chain shows: the treasury’s own coins or dollars, enough of them, final', {
    tags: 'long',
  }, async () => {
    const { wallet, refund } = await due('2000');
    const invented = `0x${'5'.repeat(64)}`;
    const refused = (hash: string) => ada.refused('record-refund', { refund, hash });
    expect(await refused(invented)).toContain('not in a block');
    const stranger = await fundedWallet(client());
    const foreign = await pay(stranger, wallet, parseEther('1'));
    const little = await pay(TREASURY, wallet, parseEther('0.01'));
    const elsewhere = await pay(TREASURY, newWallet(), parseEther('1'));
    const failed = await send(client(), { from: TREASURY, to: tokenAddress(1, 'USDC'), data: '0xdeadbeef' });
    const young = await pay(TREASURY, wallet, parseEther('1'));
    expect(await refused(young)).toContain('not final');
    await finalise(1);
    for (const hash of [foreign, little, elsewhere]) expect(await refused(hash)).toContain('does not show');
    expect(await refused(failed)).toContain('failed');
    expect(await statusOf(refund)).toBe('due');
    await ada.act('record-refund', { refund, hash: young });
    expect(await statusOf(refund)).toBe('paid');
  });

  test('dollars of a stablecoin count as the amount due', { tags: 'long' }, async () => {
    const { wallet, refund } = await due('2000');
    const pays = async (dollars: bigint) =>
      send(client(), {
        from: TREASURY,
        to: tokenAddress(1, 'USDC'),
        data: transferData(dollars * 1_000_000n, wallet),
      });
    const [half, whole] = [await pays(1_000n), await pays(2_000n)];
    await finalise(1);
    expect(await ada.refused('record-refund', { refund, hash: half })).toContain('does not show');
    await ada.act('record-refund', { refund, hash: whole });
  });

  test('a refund that the chain does not show needs a second person, and one hash pays one refund', async () => {
    const [first, second] = [await due('0'), await due('0')];
    const cashier = await fundedWallet(client());
    const hash = await pay(cashier, first.wallet, 1n);
    await finalise(1);
    const dust = await pay(TREASURY, first.wallet, 1n);
    await finalise(1);
    for (const shown of [hash, dust])
      expect(await ada.refused('record-refund', { refund: first.refund, hash: shown })).toContain('another manager');
    await ada.act('propose-record-refund', { refund: first.refund, hash, reason: REASON });
    const id = await latest();
    expect(await ada.refused('approve-proposal', { id })).toContain('another manager');
    expect(await statusOf(first.refund)).toBe('due');
    await bea.act('approve-proposal', { id });
    expect(await statusOf(first.refund)).toBe('paid');
    const again = { refund: second.refund, hash, reason: REASON };
    expect(await ada.refused('propose-record-refund', again)).toContain(`Refund ${first.refund}`);
    const own = { refund: second.refund, hash: second.row.transaction_hash, reason: REASON };
    expect(await ada.refused('propose-record-refund', own)).toContain('payment to us');
    const paid = { refund: first.refund, hash: `0x${'6'.repeat(64)}`, reason: REASON };
    expect(await ada.refused('propose-record-refund', paid)).toContain('not due');
  });

  test('a refund whose payment may still leave its block is not recorded, by one person or two', {
    tags: 'long',
  }, async () => {
    const { refund, row } = await due('0');
    await db().updateTable('payments').set({ final: 0n }).where('id', '=', row.id).execute();
    const hash = `0x${'7'.repeat(64)}`;
    expect(await ada.refused('record-refund', { refund, hash })).toContain('not final');
    expect(await ada.refused('propose-record-refund', { refund, hash, reason: REASON })).toContain('not final');
    await db().updateTable('payments').set({ final: 1n }).where('id', '=', row.id).execute();
  });

  test('one person cannot settle a payment by a refund of a fraction, or promise more than was paid', {
    tags: 'long',
  }, async () => {
    const row = await reviewed();
    const mark = { payment: paymentId(row), note: 'It goes back.' };
    const marked = () => db().selectFrom('refunds').selectAll().where('payment_id', '=', row.id).execute();
    for (const usd of ['0.01', '0', '4062', '4965', '1000000'])
      expect(await ada.refused('return-payment', { ...mark, usd })).toContain('another manager');
    const other = { payment: paymentId(row), usd: '0.01', reason: REASON };
    await ada.act('propose-return-payment', other);
    expect(await ada.refused('approve-proposal', { id: await latest() })).toContain('another manager');
    expect(await marked()).toEqual([]);
    await ada.act('return-payment', { ...mark, usd: '4513.48' });
    expect(await marked()).toMatchObject([{ status: 'due', usd_micro: '4513480000' }]);
    // The value is decided once.
    expect(await bea.refused('approve-proposal', { id: await latest() })).toContain('refund-due');
    expect(await marked()).toHaveLength(1);
  });

  const latest = async () =>
    String((await db().selectFrom('staff_proposals').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id);
});
