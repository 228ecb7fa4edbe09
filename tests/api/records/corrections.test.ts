import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { CREDIT_HANDLERS } from '#src/server/credit-handlers.ts';
import { balanceOf } from '#src/server/money/ledger/accounts.ts';
import { checkLedger } from '#src/server/money/ledger/check-ledger.ts';
import { reverseCredit } from '#src/server/money/payments/credit/reverse-credit.ts';
import { sizedEngines } from '#tests/support/each-engine.ts';
import { type HttpApp, openHttpApp } from '#tests/support/http-app.ts';
import { recountHttp } from '#tests/support/recount.ts';
import { newStaffMember, type StaffMember } from '#tests/support/staff-member.ts';
import { storeConfirming } from '#tests/support/store-confirming.ts';

const WALLET = `0x${'ab'.repeat(20)}`;
const OTHER = `0x${'cd'.repeat(20)}`;
const REFUND_HASH = `0x${'5'.repeat(64)}`;
const REASON = 'Ticket 17: the customer showed the receipt.';

sizedEngines('public records of staff actions', (openPlace) => {
  let http: HttpApp;
  let ada: StaffMember;
  let bea: StaffMember;
  beforeEach(async () => {
    http = await openHttpApp(await openPlace());
    ada = await newStaffMember(http, 'ada', 'manager');
    bea = await newStaffMember(http, 'bea', 'manager');
  });
  const db = () => http.context.db;
  const decide = async (kind: string, fields: Record<string, string>) => {
    await ada.act(`propose-${kind}`, { reason: REASON, ...fields });
    const { id } = await db()
      .selectFrom('staff_proposals')
      .select('id')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    await bea.act('approve-proposal', { id: String(id) });
  };
  const told = async () =>
    (await recountHttp(http, 'purchases')).map(({ record }) => [record.event, record.data as Record<string, unknown>]);
  const sold = async () => {
    // Past the second for which an answer is cached.
    http.clock.now += 2_000;
    return (await http.app.inject('/api/presale/stats')).json().tokensSold;
  };
  /** The total of the published records, in whole SYNX: credits in force and corrections. */
  const counted = async () => {
    const standing = new Map<unknown, number>();
    let corrections = 0;
    for (const [event, data] of (await told()) as [string, Record<string, unknown>][]) {
      if (event === 'credited') standing.set(data['payment'], Number(data['tokens']));
      else if (event === 'reversed') standing.delete(data['payment']);
      else if (event === 'corrected') corrections += Number(data['tokens']);
    }
    return [...standing.values()].reduce((sum, tokens) => sum + tokens, corrections);
  };

  test('a correction is recorded with its sign, a payment given to another wallet as two; the total sold adds up', async () => {
    await http.credit(WALLET, 130n);
    await http.credit(OTHER, 130n);
    const [, second] = await db().selectFrom('payments').selectAll().orderBy('id').execute();
    await db()
      .updateTable('payments')
      .set({ final: 1n })
      .where('id', '=', second?.id ?? 0n)
      .execute();
    const payment = `1-${second?.transaction_hash}-0`;
    await decide('correct-ledger', { wallet: WALLET, amount: '250' });
    await decide('correct-ledger', { wallet: WALLET, amount: '-2.5' });
    await decide('reassign-payment', { payment, wallet: WALLET });
    expect((await told()).slice(2)).toEqual([
      ['corrected', { correction: 1, wallet: WALLET, tokens: '250', payment: null }],
      ['corrected', { correction: 2, wallet: WALLET, tokens: '-2.5', payment: null }],
      ['corrected', { correction: 3, wallet: OTHER, tokens: '-10000', payment }],
      ['corrected', { correction: 4, wallet: WALLET, tokens: '10000', payment }],
    ]);
    expect(await balanceOf(db(), 'available', WALLET)).toBe(20_247_500_000_000n);
    expect(await sold()).toBe('20247.5');
    expect(await counted()).toBe(20_247.5);
    const proofs = (await http.app.inject(`/api/records/proof/${payment}`)).json().proofs;
    expect(proofs.map(({ record }: { record: { event: string } }) => record.event)).toEqual([
      'credited',
      'corrected',
      'corrected',
    ]);

    const [first] = await db().selectFrom('payments').selectAll().orderBy('id').execute();
    await reverseCredit(
      { db: db(), creditHandlers: CREDIT_HANDLERS },
      { id: first?.id ?? 0n, blockHash: first?.block_hash ?? '' },
      http.clock.now,
    );
    expect(await sold()).toBe('10247.5');
    expect(await counted()).toBe(10_247.5);
    expect(await checkLedger(db())).toEqual([]);
  });

  test('a refund is recorded when it is paid, and not when it is due', async () => {
    const { id } = await storeConfirming(db(), WALLET, 50_000_000n, http.clock.now);
    await db()
      .updateTable('payments')
      .set({ status: 'needs-review', reason: 'wrong-token', final: 1n, token_symbol: null })
      .where('id', '=', id)
      .execute();
    const row = await db().selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const payment = `1-${row.transaction_hash}-0`;
    await decide('return-payment', { payment, usd: '50.25' });
    expect(await told()).toEqual([]);
    await decide('record-refund', { refund: '1', hash: REFUND_HASH });
    const refunded = { refund: 1, payment, wallet: WALLET, usd: '50.25', chainId: 1, transactionHash: REFUND_HASH };
    expect(await told()).toEqual([['refunded', refunded]]);
    expect(await checkLedger(db())).toEqual([]);
  });

  test('corrections and refunds from before such records are recorded when the database is opened', async () => {
    await http.credit(OTHER, 130n);
    const [first] = await db().selectFrom('payments').selectAll().execute();
    await db().updateTable('payments').set({ final: 1n }).execute();
    await decide('correct-ledger', { wallet: WALLET, amount: '250' });
    await decide('reassign-payment', { payment: `1-${first?.transaction_hash}-0`, wallet: WALLET });
    await db()
      .insertInto('refunds')
      .values({
        ...{ payment_id: first?.id ?? 0n, sequence: 1n, usd_micro: '1500000', reason: 'over-sold', status: 'paid' },
        ...{ refund_hash: REFUND_HASH, created_at: BigInt(http.clock.now) },
      })
      .execute();
    const before = await told();
    for (const statement of [
      ...['record_roots', 'records', 'record_heads'].map((table) => `drop table ${table}`),
      `delete from migrations where name in ('0009-records', '0011-corrections')`,
    ]) {
      await sql.raw(statement).execute(db());
    }
    await http.close();
    http = await openHttpApp({ location: http.database.location });
    expect((await told()).slice(0, before.length)).toEqual(before);
    expect((await told()).at(-1)).toEqual(['refunded', expect.objectContaining({ refund: 1, usd: '1.5' })]);
    expect(await sold()).toBe('10250');
    expect(await checkLedger(db())).toEqual([]);
  });
});
