import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { paymentId } from '#src/chain/payment-id.ts';
import type { RpcReader } from '#src/chain/rpc-reader.ts';
import type { ChainId } from '#src/config/chains.ts';
import { PHASES } from '#src/config/sale.ts';
import { TOKENS } from '#src/config/tokens.ts';
import { HANDOVER_SETTINGS } from '#src/dev/rehearsal/handover-settings.ts';
import { appendPoints } from '#src/server/community/airdrop/append-points.ts';
import { planWithholding, withhold } from '#src/server/money/handover/withheld.ts';
import { balanceOf } from '#src/server/money/ledger/accounts.ts';
import { checkLedger } from '#src/server/money/ledger/check-ledger.ts';
import { latestBatch } from '#src/server/money/sale/latest-batch.ts';
import { rollLeftStock } from '#src/server/money/sale/roll-left-stock.ts';
import { scheduleAt } from '#src/server/money/sale/schedule-at.ts';
import { PROPOSAL_KINDS } from '#src/server/staff/commands/proposals.ts';
import { runCommand } from '#src/server/staff/console/run-command.ts';
import { confirmedVideo } from '#tests/support/confirmed-video.ts';
import { creditNow } from '#tests/support/credit-now.ts';
import { draftBooks } from '#tests/support/draft-books.ts';
import { emptyChain, type HttpApp } from '#tests/support/http-app.ts';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';
import { settleBooks } from '#tests/support/settled-books.ts';
import { newStaffMember, type StaffMember } from '#tests/support/staff-member.ts';
import { storeConfirming } from '#tests/support/store-confirming.ts';
import { giveDistributor, storeFinalList } from '#tests/support/store-final-list.ts';
import { newVisitor } from '#tests/support/wallet-session.ts';

const WALLET = `0x${'ab'.repeat(20)}`;
const OTHER = `0x${'cd'.repeat(20)}`;
const REASON = 'Ticket 17: the customer showed the receipt.';
const NANO = 1_000_000_000n;
/** Ether as a token: its contract does not make it a dollar. */
const WRAPPED = { ...TOKENS[0], symbol: 'WETH', display: 'WETH', address: `0x${'e7'.repeat(20)}` };
const MINED_HASH = `0x${'7'.repeat(64)}`;

/** An empty chain except for one transaction, in its block 5, whose balances are pruned. */
function oneTransaction(chainId: ChainId): RpcReader {
  const empty = emptyChain(chainId);
  const block = `0x${'0'.repeat(63)}5`;
  const of = { hash: MINED_HASH, from: WALLET, to: OTHER, nonce: '0x0', value: '0x1', input: '0x12' };
  const receipt = { transactionHash: MINED_HASH, blockNumber: '0x5', blockHash: block, status: '0x1', logs: [] };
  return {
    request: async (call) => {
      const isIt = call.params[0] === MINED_HASH;
      if (isIt && call.method === 'eth_getTransactionByHash') return of;
      if (isIt && call.method === 'eth_getTransactionReceipt') return receipt;
      const answer = await empty.request(call);
      return call.method === 'eth_getBlockByNumber' ? { ...(answer as object), timestamp: '0x1' } : answer;
    },
  };
}

onSizedEngines('decisions of two people', (open) => {
  let http: HttpApp;
  let ada: StaffMember;
  let bea: StaffMember;
  beforeEach(async () => {
    http = await open({ source: oneTransaction, env: HANDOVER_SETTINGS });
    ada = await newStaffMember(http, 'ada', 'manager');
    bea = await newStaffMember(http, 'bea', 'manager');
  });
  afterEach(async () => {
    const broken = await checkLedger(http.context.db);
    await http.close();
    expect(broken).toEqual([]);
  });
  const db = () => http.context.db;
  const latest = async () =>
    String((await db().selectFrom('staff_proposals').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id);
  /** Ada proposes; resolves with the proposal's number. */
  const propose = async (kind: string, fields: Record<string, string>) => {
    await ada.act(`propose-${kind}`, { reason: REASON, ...fields });
    return latest();
  };
  const decide = async (kind: string, fields: Record<string, string>) =>
    bea.act('approve-proposal', { id: await propose(kind, fields) });
  const available = (wallet: string) => balanceOf(db(), 'available', wallet);
  const everything = async () =>
    JSON.stringify(
      [
        await db().selectFrom('accounts').selectAll().orderBy('id').execute(),
        await db().selectFrom('payments').selectAll().orderBy('id').execute(),
        await db().selectFrom('sale_state').selectAll().execute(),
        await db().selectFrom('price_history').selectAll().orderBy('id').execute(),
        await db().selectFrom('schedule_history').selectAll().orderBy('id').execute(),
        await db().selectFrom('staff_invitations').selectAll().orderBy('name').execute(),
        await db().selectFrom('staff_accounts').select(['name', 'role', 'state']).orderBy('name').execute(),
        await db().selectFrom('participants').selectAll().orderBy('id').execute(),
        await db().selectFrom('refunds').selectAll().orderBy('id').execute(),
        await db().selectFrom('live_settings').selectAll().orderBy('id').execute(),
        await db().selectFrom('distributors').selectAll().execute(),
        await db().selectFrom('allocation_batches').selectAll().orderBy('id').execute(),
        await db().selectFrom('wallets_set_aside').selectAll().execute(),
      ],
      (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
    );

  /** A payment that waits for a person, in a block that is final. */
  async function reviewed(amount = 100_000_000n, more: object = {}): Promise<string> {
    const { id } = await storeConfirming(db(), WALLET, amount, http.clock.now);
    await db()
      .updateTable('payments')
      .set({ status: 'needs-review', reason: 'stale-price', final: 1n, ...more })
      .where('id', '=', id)
      .execute();
    return paymentId(await db().selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow());
  }

  /** A credited payment in a final block. */
  async function credited(wallet: string): Promise<string> {
    await http.credit(wallet, 130n);
    await db().updateTable('payments').set({ final: 1n }).where('payer', '=', wallet).execute();
    return paymentId(
      await db().selectFrom('payments').selectAll().where('payer', '=', wallet).executeTakeFirstOrThrow(),
    );
  }

  /** A draft to which somebody objected, or nobody can any more. */
  async function drafted(): Promise<void> {
    for (const wallet of [WALLET, OTHER]) await http.credit(wallet, 130n);
    const terms = { chainId: 56, opens: http.clock.now + 86_400_000, objectionMs: 1_000 };
    const objection = { batch: 1n, wallet: WALLET, text: 'I paid more.', answer: null, decided_at: null };
    await draftBooks(db(), terms, http.clock.now);
    await db()
      .insertInto('allocation_objections')
      .values({ ...objection, state: 'open', created_at: 0n })
      .execute();
  }

  /** What the second one sends: the root is asked for only where the first draft becomes final. */
  const approval = async (id: string) => ({ id, root: (await latestBatch(db()))?.root ?? '' });

  const EXAMPLES: Record<string, () => Promise<Record<string, string>>> = {
    'correct-ledger': async () => ({ wallet: WALLET, amount: '100' }),
    'credit-payment': async () => ({ payment: await reviewed() }),
    'reassign-payment': async () => ({ payment: await credited(OTHER), wallet: WALLET }),
    'record-payment': async () => ({ chain: '1', hash: MINED_HASH, wallet: WALLET, amount: '1' }),
    'return-payment': async () => ({ payment: await reviewed(), usd: '0.01' }),
    'record-refund': async () => {
      const payment = await reviewed();
      await ada.act('return-payment', { payment, usd: '100', note: 'It goes back.' });
      return { refund: '1', hash: `0x${'5'.repeat(64)}` };
    },
    'correct-points': async () => ({ wallet: WALLET, mission: 'xFollow', points: '50', code: 'mistake' }),
    'reverse-points': async () => {
      const entry = {
        wallet: WALLET,
        points: 10,
        mission: 'xFollow',
        reason: 'mission',
        source: 'submission:1',
      } as const;
      const id = await db()
        .transaction()
        .execute((tx) => appendPoints(tx, entry, BigInt(http.clock.now)));
      return { wallet: WALLET, entry: String(id), code: 'abuse' };
    },
    'end-phase': async () => ({ at: '' }),
    'keep-phase': async () => {
      await db()
        .updateTable('sale_state')
        .set({ phase_ends_at: BigInt(http.clock.now + 600_000) })
        .execute();
      return {};
    },
    'close-sale': async () => ({}),
    'reopen-sale': async () => {
      await db()
        .updateTable('sale_state')
        .set({ closed_at: BigInt(http.clock.now) })
        .execute();
      return {};
    },
    'set-date': async () => ({ key: 'claimOpen', date: '2026-09-01', basis: 'stated', happened: 'no' }),
    'switch-on-token': async () => {
      await ada.act('set-setting', { key: 'switched-off-tokens', value: '1:USDT', reason: 'its issuer paused it' });
      return { token: '1:USDT' };
    },
    'reinstate-build': async () => {
      const commit = 'a1'.repeat(20);
      await ada.act('withdraw-build', { commit, reason: 'It shows the wrong network.' });
      return { commit };
    },
    'give-distributor': async () => {
      await storeFinalList(db(), 0n);
      return { batch: '1', claims: OTHER, tokenTransaction: MINED_HASH, claimsTransaction: MINED_HASH };
    },
    'withdraw-distributor': async () => {
      await storeFinalList(db(), 0n);
      await giveDistributor(db(), OTHER);
      return { batch: '1' };
    },
    'invite-manager': async () => ({ name: 'cy' }),
    'reinstate-manager': async () => {
      await newStaffMember(http, 'cy', 'manager');
      await ada.act('suspend', { name: 'cy' });
      return { name: 'cy' };
    },
    'grant-views': async () => {
      const id = await confirmedVideo(http, WALLET);
      return { id, views: '5000000' };
    },
    'draft-allocation': async () => {
      await settleBooks(http);
      for (const person of [ada, bea]) await person.signIn();
      return { opens: '2026-12-01T00:00' };
    },
    'withdraw-allocation': async () => {
      await drafted();
      return { because: 'A payment was found late.' };
    },
    'finish-allocation': async () => {
      await drafted();
      await db()
        .updateTable('allocation_batches')
        .set({ objections_until: BigInt(http.clock.now) })
        .execute();
      await db().deleteFrom('allocation_objections').execute();
      return {};
    },
    'withhold-wallet': async () => ({ wallet: WALLET, because: 'A court has ordered it.' }),
    'release-wallet': async () => {
      const withheld = { wallet: WALLET, reason: 'A court has ordered it.', source: 'withheld-0' };
      const planned = await planWithholding(db(), withheld);
      await db()
        .transaction()
        .execute((tx) => withhold(tx, withheld, planned, http.clock.now));
      return { wallet: WALLET, because: 'The court has lifted it.' };
    },
    'grant-objection': async () => {
      await drafted();
      return { id: '1', amount: '5', answer: 'The receipt was shown.' };
    },
  };

  test('every kind has an example here', () => {
    expect(Object.keys(EXAMPLES).sort()).toEqual(Object.keys(PROPOSAL_KINDS).sort());
  });

  test.each(Object.keys(EXAMPLES))('[S17] %s: one person never completes it alone, two do, once', async (kind) => {
    const fields = (await EXAMPLES[kind]?.()) ?? {};
    const before = await everything();
    const id = await propose(kind, fields);
    expect(await everything()).toBe(before);
    expect(await ada.refused('approve-proposal', await approval(id))).toContain('another manager');
    await ada.signIn();
    expect(await ada.refused('approve-proposal', await approval(id))).toContain('another manager');
    await expect(runCommand(http, { args: ['approve-proposal', '--id', id], credentials: null })).rejects.toThrow(
      'for people with an account',
    );
    await expect(
      sql`update staff_proposals set state = 'approved', decided_by = proposed_by, decided_at = 1`.execute(db()),
    ).rejects.toThrow();
    expect(await everything()).toBe(before);
    await bea.act('approve-proposal', await approval(id));
    const after = await everything();
    expect(after).not.toBe(before);
    expect(await bea.refused('approve-proposal', await approval(id))).toBe('This proposal is not open.');
    expect(await everything()).toBe(after);
  });

  test('a proposal needs a reason, and can be refused by the other or withdrawn by its author, not the other way round', async () => {
    expect(await ada.refused('propose-close-sale', { reason: 'why not' })).toContain('at least 10 characters');
    const first = await propose('close-sale', {});
    expect(await bea.refused('withdraw-proposal', { id: first })).toContain('Somebody else');
    expect(await ada.refused('refuse-proposal', { id: first, note: 'no' })).toContain('another manager');
    await bea.act('refuse-proposal', { id: first, note: 'too early' });
    expect(await bea.refused('approve-proposal', { id: first })).toContain('not open');
    const second = await propose('close-sale', {});
    await ada.act('withdraw-proposal', { id: second });
    expect(await bea.refused('approve-proposal', { id: second })).toContain('not open');
    expect((await db().selectFrom('sale_state').select('closed_at').executeTakeFirst())?.closed_at).toBeNull();
  });

  test('of ten who approve at once one succeeds', async () => {
    const id = await propose('correct-ledger', { wallet: WALLET, amount: '100' });
    const cy = await newStaffMember(http, 'cy', 'manager');
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, number) =>
        (number % 2 === 0 ? bea : cy).act('approve-proposal', { id }).catch(() => 'refused'),
      ),
    );
    expect(answers.filter((answer) => answer !== 'refused')).toHaveLength(1);
    expect(await available(WALLET)).toBe(100n * NANO);
  });

  test('a second identity cannot be created: the third manager takes two, and no account is renewed at the desk', async () => {
    expect(await ada.refused('invite', { name: 'ada2', role: 'manager' })).toContain('There are two managers');
    await ada.act('suspend', { name: 'bea' });
    expect(await ada.refused('invite', { name: 'ada2', role: 'manager' })).toContain('There are two managers');
    expect(await ada.refused('invite', { name: 'bea', role: 'manager' })).toContain('There are two managers');
    expect(await ada.refused('invite', { name: 'bea', role: 'reviewer' })).toContain('is a manager');
    expect(await ada.refused('recover', { name: 'bea' })).toContain('on the server');
    expect(await ada.refused('suspend', { name: 'ada' })).toContain('themselves');
    await expect(
      runCommand(http, { args: ['invite', '--name', 'eve', '--role', 'manager'], credentials: null }),
    ).rejects.toThrow('only the first two managers');
    for (const name of ['ada', 'bea'])
      expect(await ada.refused('propose-invite-manager', { name, reason: REASON })).toContain('on the server');
    expect(await ada.act('invite', { name: 'rex', role: 'reviewer' })).toMatch(/\/staff\/join\?token=[\w-]{43}$/);
  });

  describe('SYNX', () => {
    test('given and taken are in the ledger, against the stock of the phase, and the books stay sound', async () => {
      const stock = await balanceOf(db(), 'sale', '1');
      expect(await decide('correct-ledger', { wallet: WALLET, amount: '100.5' })).toContain('100.5 SYNX');
      expect([await available(WALLET), await balanceOf(db(), 'sale', '1')]).toEqual([
        100_500_000_000n,
        stock - 100_500_000_000n,
      ]);
      await decide('correct-ledger', { wallet: WALLET, amount: '-0.5' });
      expect([await available(WALLET), await balanceOf(db(), 'sale', '1')]).toEqual([100n * NANO, stock - 100n * NANO]);
      expect(await checkLedger(db())).toEqual([]);
      const rows = await db().selectFrom('ledger_corrections').select(['wallet', 'amount']).orderBy('id').execute();
      expect(rows.map(({ amount }) => amount)).toEqual([100_500_000_000n, -500_000_000n]);
    });

    test('never go below zero, nor beyond the stock of the phase', async () => {
      await http.credit(WALLET, 130n);
      const tooMuch = await propose('correct-ledger', { wallet: WALLET, amount: '-10001' });
      expect(await bea.refused('approve-proposal', { id: tooMuch })).toContain('only 10000 SYNX');
      const beyond = await propose('correct-ledger', { wallet: WALLET, amount: '197000000' });
      expect(await bea.refused('approve-proposal', { id: beyond })).toContain('left');
      expect(await available(WALLET)).toBe(10_000n * NANO);
      await decide('correct-ledger', { wallet: WALLET, amount: '-10000' });
      expect(await available(WALLET)).toBe(0n);
      for (const amount of ['0', '1e3', '1,5', '', '0.0000000001', '2000000001', 'all'])
        expect(await ada.refused('propose-correct-ledger', { wallet: WALLET, amount, reason: REASON })).toContain(
          'amount',
        );
      const mistyped = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB49';
      expect(await ada.refused('propose-correct-ledger', { wallet: mistyped, amount: '1', reason: REASON })).toContain(
        'checksum',
      );
    });
  });

  describe('a payment in review', () => {
    beforeAll(() => void (TOKENS as unknown as object[]).push(WRAPPED));
    afterAll(() => void (TOKENS as unknown as object[]).pop());

    test('is credited at one dollar per stablecoin, with its alarm closed', async () => {
      const payment = await reviewed(130_000_000n);
      const row = await db().selectFrom('payments').selectAll().executeTakeFirstOrThrow();
      await http.context.alarms.raise('payment-needs-review', `1/${row.transaction_hash}`, 'stale-price');
      expect(await decide('credit-payment', { payment })).toBe('The payment is credited.');
      expect(await available(WALLET)).toBe(10_000n * NANO);
      expect((await db().selectFrom('alarms').selectAll().executeTakeFirstOrThrow()).resolved_at).not.toBeNull();
      expect(await checkLedger(db())).toEqual([]);
    });

    test('is decided with the alarms about it closed, but for that of its block while another one waits there', async () => {
      const { number, hash } = { number: 20n, hash: `0x${'b'.repeat(64)}` };
      const inBlock = { reason: 'internal-transfer', block_number: number, block_hash: hash, proven_in: hash };
      const [first, second] = [await reviewed(130_000_000n, inBlock), await reviewed(130_000_000n, inBlock)];
      const subjects = (await db().selectFrom('payments').select('transaction_hash').orderBy('id').execute()).map(
        (row) => `1/${row.transaction_hash}`,
      );
      for (const subject of [`1/${number}`, ...subjects])
        await http.context.alarms.raise('payment-needs-review', subject, 'internal-transfer');
      const open = async () =>
        (
          await db().selectFrom('alarms').select('subject').where('resolved_at', 'is', null).orderBy('id').execute()
        ).map(({ subject }) => subject);
      await decide('credit-payment', { payment: first });
      expect(await open()).toEqual([`1/${number}`, subjects[1]]);
      await decide('credit-payment', { payment: second });
      expect(await open()).toEqual([]);
    });

    test.each([
      ['a coin', { token_symbol: 'ETH', token_address: null, transfer_index: -1n }],
      ['a token that a feed prices', { token_symbol: WRAPPED.symbol, token_address: WRAPPED.address }],
    ])('in %s needs the price that staff looked up, and is credited at it', async (_what, more) => {
      const payment = await reviewed(10n ** 18n, more);
      const without = await propose('credit-payment', { payment });
      expect(await bea.refused('approve-proposal', { id: without })).toContain('needs its price');
      expect(await available(WALLET)).toBe(0n);
      expect((await ada.get(`/staff/payment?payment=${payment}`)).body).toContain('name="price"');
      await decide('credit-payment', { payment, price: '2600' });
      expect(await available(WALLET)).toBe(200_000n * NANO);
      const row = await db().selectFrom('payments').select(['feed_round', 'coin_price_e8']).executeTakeFirstOrThrow();
      expect(row).toEqual({ feed_round: `staff-${Number(without) + 1}`, coin_price_e8: 260_000_000_000n });
    });

    test('in a stablecoin is asked for no price, and none is accepted', async () => {
      const payment = await reviewed();
      expect((await ada.get(`/staff/payment?payment=${payment}`)).body).not.toContain('name="price"');
      const id = await propose('credit-payment', { payment, price: '2600' });
      expect(await bea.refused('approve-proposal', { id })).toContain('leave the price out');
    });

    test.each([
      ['in a block that is not final', { final: 0n }, 'not final yet'],
      ['in a token of nobody', { token_symbol: null, token_address: `0x${'1'.repeat(40)}` }, 'no token of the sale'],
      ['that has been decided', { status: 'rejected' }, 'is rejected'],
    ])('%s is not credited', { tags: 'long' }, async (_what, more, words) => {
      const payment = await reviewed(130_000_000n, more);
      const id = await propose('credit-payment', { payment });
      expect(await bea.refused('approve-proposal', { id })).toContain(words);
      expect(await available(WALLET)).toBe(0n);
    });

    test('worth less than one SYNX remains in review', async () => {
      const id = await propose('credit-payment', { payment: await reviewed(12_000n) });
      expect(await bea.refused('approve-proposal', { id })).toContain('less than one SYNX');
      expect(await db().selectFrom('payments').select('status').executeTakeFirst()).toEqual({ status: 'needs-review' });
    });
  });

  describe('the tokens of a payment', () => {
    test('go to another wallet, once, and not from an address that has signed', async () => {
      const payment = await credited(OTHER);
      await decide('reassign-payment', { payment, wallet: WALLET });
      expect([await available(OTHER), await available(WALLET)]).toEqual([0n, 10_000n * NANO]);
      const again = await propose('reassign-payment', { payment, wallet: `0x${'ef'.repeat(20)}` });
      expect(await bea.refused('approve-proposal', { id: again })).toContain('before');
      const visitor = newVisitor(http.app, () => http.clock.now);
      await visitor.connect();
      await visitor.prove();
      const proven = await propose('reassign-payment', { payment: await credited(visitor.wallet), wallet: WALLET });
      expect(await bea.refused('approve-proposal', { id: proven })).toContain('has signed');
    });
  });

  describe('a phase', () => {
    const sale = () => db().selectFrom('sale_state').selectAll().executeTakeFirstOrThrow();
    const history = () => db().selectFrom('price_history').select(['at', 'kind', 'phase']).orderBy('id').execute();
    const pricing = async () => (await http.app.inject('/api/presale/pricing')).json();

    test('ends at the given time, at the next price, and later windows count from there', async () => {
      const endsAt = http.clock.now + 3 * 86_400_000;
      await decide('end-phase', { at: new Date(endsAt).toISOString().slice(0, 16) });
      http.clock.now = endsAt - 1;
      expect(await pricing()).toMatchObject({ phase: 1, currentPrice: '0.013' });
      http.clock.now = endsAt + 7 * 86_400_000;
      expect(await pricing()).toMatchObject({
        phase: 2,
        currentPrice: '0.022',
        windowNumber: 3,
        lastWindow: 'restarted',
      });
      expect(await history()).toEqual([
        expect.objectContaining({ kind: 'start' }),
        { at: BigInt(endsAt), kind: 'phase', phase: 2n },
        { at: BigInt(endsAt + 7 * 86_400_000), kind: 'window', phase: 2n },
      ]);
      expect((await sale()).phase_ends_at).toBeNull();
    });

    test('gives a payment from before its end its own price, however late it is found; a day later the rest rolls on', async () => {
      const early = await storeConfirming(db(), WALLET, 13_000_000n, http.clock.now - 2_000);
      await decide('end-phase', { at: '' });
      expect(await sale()).toMatchObject({ phase: 2n, window_number: 2n, phase_ends_at: null });
      const late = await storeConfirming(db(), OTHER, 22_000_000n, http.clock.now + 2_000);
      const coin = { priceE8: 100_000_000n, round: null };
      http.clock.now += 5_000;
      await creditNow(db(), early, http.clock.now, coin);
      await creditNow(db(), late, http.clock.now, coin);
      expect([await available(WALLET), await available(OTHER)]).toEqual([1_000n * NANO, 1_000n * NANO]);
      const left = await balanceOf(db(), 'sale', '1');
      expect(left).toBe((197_000_000n - 1_000n) * NANO);
      await rollLeftStock(db(), http.clock.now);
      expect(await balanceOf(db(), 'sale', '1')).toBe(left);
      await rollLeftStock(db(), http.clock.now + 86_400_000);
      expect([await balanceOf(db(), 'sale', '1'), await balanceOf(db(), 'sale', '2')]).toEqual([
        0n,
        (394_000_000n - 2_000n) * NANO,
      ]);
    });

    test('with a set end can be continued, and cannot end in the past', async () => {
      await decide('end-phase', { at: new Date(http.clock.now + 60_000).toISOString().slice(0, 16) });
      await decide('keep-phase', {});
      http.clock.now += 120_000;
      expect(await pricing()).toMatchObject({ phase: 1 });
      const past = await propose('end-phase', { at: new Date(http.clock.now - 60_000).toISOString().slice(0, 16) });
      expect(await bea.refused('approve-proposal', { id: past })).toContain('has passed');
    });

    test('that is the last one has no end but its stock', async () => {
      await db()
        .updateTable('sale_state')
        .set({ phase: BigInt(PHASES.length) })
        .execute();
      const before = await sale();
      const id = await propose('end-phase', { at: '' });
      expect(await bea.refused('approve-proposal', { id })).toContain('the last phase');
      expect(await sale()).toEqual(before);
    });

    test('ends when the sale is closed, and continues in a new window when it is reopened', async () => {
      await decide('close-sale', {});
      http.clock.now += 30 * 86_400_000;
      expect(await pricing()).toMatchObject({ saleStatus: 'closed', phase: 1 });
      await ada.signIn();
      await bea.signIn();
      await decide('reopen-sale', {});
      http.clock.now += 1_000;
      expect(await pricing()).toMatchObject({ saleStatus: 'open', windowNumber: 2, daysLeft: 6 });
      expect((await history()).map(({ kind }) => kind)).toEqual(['start', 'closed', 'window']);
    });
  });

  test('a date is the last decided one, with every earlier state kept', async () => {
    const claimOpen = async () => (await scheduleAt(db(), http.clock.now)).find(({ key }) => key === 'claimOpen');
    const set = (date: string, happened: string) =>
      decide('set-date', { key: 'claimOpen', date, basis: 'stated', happened });
    expect(await set('2026-09-01', 'no')).toBe('claimOpen is 2026-09-01.');
    expect(await claimOpen()).toEqual({ key: 'claimOpen', date: '2026-09-01', basis: 'stated', status: 'pending' });
    expect(await set('2026-05-01', 'yes')).toBe('claimOpen is 2026-05-01 and has happened.');
    expect(await claimOpen()).toEqual({ key: 'claimOpen', date: '2026-05-01', basis: 'stated', status: 'happened' });
    expect(await db().selectFrom('schedule_history').selectAll().execute()).toHaveLength(2);
    for (const [fields, words] of [
      [{ key: 'tge', date: '2027-01-01', basis: 'stated', happened: 'yes' }, 'not in the future'],
      [{ key: 'tge', date: '', basis: 'stated', happened: 'no' }, 'unknown'],
      [{ key: 'tge', date: '2026-02-01', basis: 'unknown', happened: 'no' }, 'unknown'],
    ] as const) {
      const id = await propose('set-date', fields);
      expect(await bea.refused('approve-proposal', { id })).toContain(words);
    }
    expect(
      await ada.refused('propose-set-date', {
        key: 'tge',
        date: '2026-02-30',
        basis: 'stated',
        happened: 'no',
        reason: REASON,
      }),
    ).toContain('date');
  });

  test('a date that is withdrawn is said to be without one', async () => {
    const fields = { key: 'claimOpen', date: '', basis: 'unknown', happened: 'no' };
    expect(await decide('set-date', fields)).toBe('claimOpen is without a date.');
  });

  test('a build is readmitted once, however often that was proposed', async () => {
    const commit = 'a1'.repeat(20);
    await ada.act('withdraw-build', { commit, reason: 'It shows the wrong network.' });
    const first = await propose('reinstate-build', { commit });
    const second = await propose('reinstate-build', { commit });
    expect(await bea.act('approve-proposal', { id: first })).toContain('selling again');
    const after = await everything();
    expect(await bea.refused('approve-proposal', { id: second })).toBe('This build is not withdrawn.');
    expect(await everything()).toBe(after);
  });

  test('only a manager who is suspended can be let in again', async () => {
    await newStaffMember(http, 'rex', 'reviewer');
    await ada.act('suspend', { name: 'rex' });
    for (const name of ['rex', 'bea', 'nobody'])
      expect(await ada.refused('propose-reinstate-manager', { name, reason: REASON }), name).toBe(
        'There is no suspended manager of that name.',
      );
  });

  test('views that are too few for a point, or paid already, are not even proposed', async () => {
    const id = await confirmedVideo(http, WALLET);
    const refused = (views: string) => ada.refused('propose-grant-views', { id, views, reason: REASON });
    expect(await refused('0')).toContain('have been paid already');
    await decide('grant-views', { id, views: '5000000' });
    expect(await refused('5000000')).toContain('have been paid already');
    expect(await ada.refused('propose-grant-views', { id: '77', views: '5000000', reason: REASON })).toContain(
      'no confirmed video',
    );
  });

  test('points are given, taken and reversed, never below zero', async () => {
    expect(
      await decide('correct-points', { wallet: WALLET, mission: 'xFollow', points: '50', code: 'mistake' }),
    ).toContain('50 points');
    const id = await propose('correct-points', { wallet: WALLET, mission: 'xFollow', points: '-51', code: 'abuse' });
    expect(await bea.refused('approve-proposal', { id })).toContain('fewer than no points');
    const rows = await db().selectFrom('point_entries').selectAll().execute();
    expect(rows).toHaveLength(1);
    await decide('reverse-points', { wallet: WALLET, entry: String(rows[0]?.id), code: 'abuse' });
    expect((await db().selectFrom('participants').select('points').executeTakeFirstOrThrow()).points).toBe(0n);
  });
});
