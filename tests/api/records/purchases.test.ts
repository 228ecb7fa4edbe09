import { webcrypto } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { type ProofResponse, proofResponseSchema, rootsResponseSchema } from '#src/contract/records.ts';
import { canonicalJson } from '#src/lib/hash/canonical-json.ts';
import { verifyRecords } from '#src/lib/hash/verify-records.ts';
import { reverseCredit } from '#src/server/money/payments/credit/reverse-credit.ts';
import { watchRecords } from '#src/server/platform/alerts/watch-records.ts';
import { closeDays } from '#src/server/platform/records/close-days.ts';
import { storedRecords } from '#src/server/platform/records/stored-records.ts';
import { eachEngine } from '#tests/support/each-engine.ts';
import { type HttpApp, openHttpApp, START } from '#tests/support/http-app.ts';
import { newWallet } from '#tests/support/pay.ts';
import { hashOf, recountHttp, rootOf } from '#tests/support/recount.ts';
import { confirmAgain, storeConfirming } from '#tests/support/store-confirming.ts';

const DAY = 86_400_000;
const BUYER = '0x52908400098527886e0f7030069857d2e4169ee7';

const AT_ONE_DOLLAR = { confirmations: 6n, coin: { priceE8: 100_000_000n, round: null } };

eachEngine('public records of purchases', (openPlace) => {
  let http: HttpApp;
  beforeEach(async () => {
    http = await openHttpApp(await openPlace());
  });
  const get = async (path: string) => (await http.app.inject(path)).json();
  const payments = () => http.context.db.selectFrom('payments').selectAll().orderBy('id').execute();
  const reverse = async () => {
    const [row] = await payments();
    await reverseCredit(http.context, { id: row?.id ?? 0n, blockHash: row?.block_hash ?? '' }, http.clock.now);
    return row;
  };
  const proofs = async (id: string): Promise<ProofResponse['proofs']> => {
    const answer = await http.app.inject(`/api/records/proof/${id}`);
    expect(answer.statusCode, answer.body).toBe(200);
    return proofResponseSchema.strict().parse(answer.json()).proofs;
  };

  test('contain the inputs of a credit, its reversal, and its return', async () => {
    await http.credit(BUYER, 130n);
    http.clock.now += 60_000;
    const before = await reverse();
    const blockHash = await confirmAgain(http.context.db, before?.id ?? 0n, http.clock.now);
    await http.context.creditPayment({ id: before?.id ?? 0n, blockHash, ...AT_ONE_DOLLAR, now: http.clock.now });
    const records = await recountHttp(http, 'purchases');
    const payment = `1-${before?.transaction_hash}-0`;
    expect(records.map(({ record }) => record)).toEqual([
      {
        ...{ type: 'synx-record', version: 1, kind: 'purchases', event: 'credited', number: 1 },
        at: new Date(START).toISOString(),
        previous: '0'.repeat(64),
        data: {
          ...{ payment, sequence: 1, wallet: BUYER, chainId: 1, transferIndex: 0 },
          transactionHash: before?.transaction_hash,
          ...{ blockNumber: 1, blockHash: before?.block_hash, blockTime: new Date(START).toISOString() },
          ...{ token: 'USDC', tokenAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', decimals: 6 },
          ...{ amount: '130000000', coinPrice: null, feedRound: null, usd: '130', price: '0.013', phase: 1 },
          ...{ allotment: [{ phase: 1, price: '0.013', tokens: '10000' }], tokens: '10000' },
        },
      },
      expect.objectContaining({
        event: 'reversed',
        number: 2,
        data: { payment, sequence: 2, wallet: BUYER, usd: '130', tokens: '10000' },
      }),
      expect.objectContaining({
        event: 'credited',
        number: 3,
        data: expect.objectContaining({ payment, sequence: 3, blockHash, usd: '130' }),
      }),
    ]);
  });

  test('are one chain without a gap or a duplicate, however many credit at once', async () => {
    const instances =
      http.database.engine === 'postgres' ? [http, await openHttpApp({ location: http.database.location })] : [http];
    const stored = [];
    for (let count = 0; count < 24; count += 1)
      stored.push(await storeConfirming(http.context.db, newWallet(), 25_000_000n, http.clock.now));
    await Promise.all(
      stored.flatMap((payment) =>
        [0, 1].map((turn) =>
          (instances[turn] ?? http).context.creditPayment({ ...payment, ...AT_ONE_DOLLAR, now: http.clock.now }),
        ),
      ),
    );
    for (const other of instances.slice(1)) await other.close();
    const records = await recountHttp(http, 'purchases');
    expect(records).toHaveLength(24);
    expect(new Set(records.map(({ record }) => 'payment' in record.data && record.data.payment)).size).toBe(24);
  });

  test('are stored with the credit or not at all', async () => {
    const payment = await storeConfirming(http.context.db, BUYER, 25_000_000n, http.clock.now);
    // A recorded event cannot be recorded again; the credit fails with it.
    const [{ transaction_hash } = { transaction_hash: '' }] = await payments();
    await sql
      .raw(
        `insert into records (kind, number, at, body, hash, source)
         values ('purchases', 900, 0, '{}', 'x', '1-${transaction_hash}-0#1')`,
      )
      .execute(http.context.db);
    await expect(http.context.creditPayment({ ...payment, ...AT_ONE_DOLLAR, now: http.clock.now })).rejects.toThrow(
      /unique/i,
    );
    expect(await get(`/api/staking/balance/${BUYER}`)).toMatchObject({ availableToStake: '0' });
    expect((await payments())[0]?.status).toBe('confirming');
  });

  test('of a day that is over are under one signed root, to which a proof leads', async () => {
    for (let count = 0; count < 5; count += 1) await http.credit(BUYER, 25n);
    const [first] = await payments();
    const id = `1-${first?.transaction_hash}-0`;
    expect((await proofs(id))[0]).toMatchObject({ root: null, path: [], size: 0 });
    http.clock.now = START + DAY;
    await http.credit(BUYER, 25n);
    // An instance whose clock is a day behind appends to the day of the chain.
    await closeDays(http.context.db, http.clock.now);
    http.clock.now = START;
    await http.credit(BUYER, 25n);
    http.clock.now = START + 2 * DAY;
    await Promise.all([closeDays(http.context.db, http.clock.now), closeDays(http.context.db, http.clock.now)]);
    await closeDays(http.context.db, http.clock.now);

    const { roots } = rootsResponseSchema.strict().parse(await get('/api/records/roots'));
    const own = roots.filter(({ payload }) => payload.kind === 'purchases').map(({ payload }) => payload);
    expect(own.map(({ day, first, last }) => [day, first, last])).toEqual([
      ['2026-05-05', 6, 7],
      ['2026-05-04', 1, 5],
    ]);
    const { keys } = await get('/api/verify/keys');
    const key = await webcrypto.subtle.importKey('raw', Buffer.from(keys[0].publicKey, 'base64url'), 'Ed25519', false, [
      'verify',
    ]);
    for (const { payload, signature } of roots) {
      const signed = Buffer.from(canonicalJson(payload));
      expect(await webcrypto.subtle.verify('Ed25519', key, Buffer.from(signature, 'base64url'), signed)).toBe(true);
    }
    for (let number = 1; number <= 7; number += 1) {
      const [proof] = await proofs(`purchases-${number}`);
      if (proof === undefined) throw new Error('no proof');
      expect(hashOf(proof.record)).toBe(proof.hash);
      expect(rootOf(proof)).toBe(proof.root?.payload.root);
      expect(own).toContainEqual(proof.root?.payload);
    }
    expect((await proofs(id)).map(({ record }) => record.number)).toEqual([1]);
    expect((await verifyRecords(storedRecords(http.context.db), 'purchases')).problems).toEqual([]);
  });

  test('that a clock which ran ahead had dated a year later do not keep the days until then without a root [S27]', async () => {
    await http.credit(BUYER, 25n);
    http.clock.now = START + 400 * DAY;
    await http.credit(BUYER, 25n);
    await closeDays(http.context.db, http.clock.now);
    const closed = [];
    for (let day = 0; day < 4; day += 1) {
      http.clock.now = START + day * DAY;
      await Promise.all([closeDays(http.context.db, http.clock.now), closeDays(http.context.db, http.clock.now)]);
      await http.credit(BUYER, 25n);
    }
    for (const at of [4, 399, 401, 402]) {
      http.clock.now = START + at * DAY;
      await closeDays(http.context.db, http.clock.now);
      await closeDays(http.context.db, http.clock.now);
    }
    const { roots } = rootsResponseSchema.parse(await get('/api/records/roots'));
    for (const { payload } of roots)
      if (payload.kind === 'purchases') closed.push([payload.day, payload.first, payload.last]);
    expect(closed).toEqual([
      ['2026-05-07', 6, 6],
      ['2026-05-06', 5, 5],
      ['2026-05-05', 2, 4],
      ['2026-05-04', 1, 1],
    ]);
    const { problems, notes } = await verifyRecords(storedRecords(http.context.db), 'purchases');
    expect([problems, notes.length]).toEqual([[], 3]);
    const [proof] = await proofs('purchases-4');
    expect(proof && rootOf(proof)).toBe(proof?.root?.payload.root);
  });

  test('come a page at a time, of all or of one wallet, and never as more than 64 kB', { tags: 'long' }, async () => {
    for (let count = 0; count < 70; count += 1) await http.credit(count % 2 === 0 ? BUYER : newWallet(), 25n);
    const answer = await http.app.inject('/api/records/purchases');
    expect(answer.rawPayload.length).toBeLessThan(64_000);
    expect(answer.json().next).toBe(answer.json().records.length);
    expect(await recountHttp(http, 'purchases')).toHaveLength(70);
    const mixed = BUYER.toUpperCase().replace('0X', '0x');
    const { records, next } = await get(`/api/records/purchases?wallet=${mixed}`);
    expect([records.length, next]).toEqual([35, null]);
    expect((await get('/api/records/purchases?after=70')).records).toEqual([]);
    expect((await get('/api/records/mails')).code).toBe('invalid_request');
    expect((await get('/api/records/purchases?after=-1')).code).toBe('invalid_request');
    expect((await get('/api/records/proof/purchases-71')).code).toBe('not_found');
    expect((await get('/api/records/proof/purchases-0')).code).toBe('invalid_request');
  });

  test('that were tampered with are detected, by the server and by any recount', async () => {
    for (let count = 0; count < 4; count += 1) await http.credit(BUYER, 25n);
    http.clock.now += DAY;
    const { pass } = watchRecords(http.context.db, http.context.alarms, http.context.now);
    const alarms = () =>
      http.context.db
        .selectFrom('alarms')
        .select(['subject', 'detail'])
        .where('kind', '=', 'records-broken')
        .where('resolved_at', 'is', null)
        .execute();
    await pass();
    expect(await alarms()).toEqual([]);
    // Bypassing the code and the database's own refusal.
    const write = async (statement: string) => {
      const guard =
        http.database.engine === 'postgres'
          ? 'alter table records disable trigger all'
          : 'drop trigger records_no_update';
      await sql.raw(guard).execute(http.context.db);
      await sql.raw(statement).execute(http.context.db);
    };
    await write(
      `update records set body = replace(body, '"usd":"25"', '"usd":"26"') where number = 2 and kind = 'purchases'`,
    );
    await pass();
    expect(await alarms()).toEqual([{ subject: 'purchases', detail: 'purchases-2 does not have its hash' }]);
    const { problems } = await verifyRecords(storedRecords(http.context.db), 'purchases');
    expect(problems).toEqual(['purchases-2: wrong-hash']);
    await expect(recountHttp(http, 'purchases')).rejects.toThrow('2 has another hash');
    expect(await get('/api/news')).toMatchObject({
      entries: [{ event: 'incident-opened', data: { incident: 'records', chainId: null } }, { event: 'sale-opened' }],
    });
    // A recomputed hash matches neither the root of the day nor the records after it.
    const [, second] = (await get('/api/records/purchases')).records;
    await sql
      .raw(`update records set hash = '${hashOf(second.record)}' where number = 2 and kind = 'purchases'`)
      .execute(http.context.db);
    const again = await verifyRecords(storedRecords(http.context.db), 'purchases');
    expect(again.problems).toEqual([
      'purchases-3: wrong-previous',
      'purchases: the root of 2026-05-04 does not match its records',
    ]);
  });

  test('of an earlier database are chained when it is opened', { tags: 'long' }, async () => {
    await http.credit(BUYER, 130n);
    await http.credit(newWallet(), 50n);
    http.clock.now += 1_000;
    await reverse();
    const whole = await recountHttp(http, 'purchases');
    const { entries } = await get('/api/news');
    await http.close();
    const old = await openHttpApp({ location: http.database.location });
    for (const statement of [
      ...['record_roots', 'records', 'record_heads'].map((table) => `drop table ${table}`),
      `delete from migrations where name = '0009-records'`,
    ]) {
      await sql.raw(statement).execute(old.context.db);
    }
    await old.close();
    http = await openHttpApp({ location: http.database.location });
    const chained = await recountHttp(http, 'purchases');
    const unknown = {
      blockNumber: null,
      blockHash: null,
      blockTime: null,
      usd: null,
      price: null,
      phase: null,
      allotment: [],
    };
    expect(chained.map(({ record }) => [record.at, record.event, record.data])).toEqual([
      [whole[0]?.record.at, 'credited', { ...whole[0]?.record.data, ...unknown }],
      [whole[1]?.record.at, 'credited', whole[1]?.record.data],
      [whole[2]?.record.at, 'reversed', { ...whole[2]?.record.data, usd: null }],
    ]);
    expect((await get('/api/news')).entries).toEqual(entries);
    await http.checkLedger();
    expect(http.context.isLedgerBalanced()).toBe(true);
  });
});
