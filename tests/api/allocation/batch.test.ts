import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, relative } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { recountList } from '#src/client/recount/recount-list.ts';
import { CHAIN_IDS } from '#src/config/chains.ts';
import { LIST_TERMS } from '#src/config/holding-terms.ts';
import { MISSIONS } from '#src/config/missions.ts';
import { NANO_PER_SYNX } from '#src/config/sale.ts';
import { findToken } from '#src/config/tokens.ts';
import { manifestSchema } from '#src/contract/allocation.ts';
import { HANDOVER_SETTINGS } from '#src/dev/rehearsal/handover-settings.ts';
import { CLAIM_FILE_LIST, listOfClaimFile } from '#src/lib/allocation/claim-file.ts';
import { AMOUNT_KINDS } from '#src/lib/allocation/entry.ts';
import { recomputeList } from '#src/lib/allocation/recompute.ts';
import { openShard } from '#src/lib/allocation/shard.ts';
import { acceptCheckIn } from '#src/server/community/airdrop/accept-check-in.ts';
import { noteAllocation, openDraft, summaryOf } from '#src/server/money/handover/batch.ts';
import { allocationView } from '#src/server/money/handover/batch-view.ts';
import { moveEntry, type PlannedChange } from '#src/server/money/handover/change-entry.ts';
import { beginWithdrawal, undoUnfinished } from '#src/server/money/handover/draft.ts';
import { fileObjection } from '#src/server/money/handover/objections.ts';
import { draftConditions, refuseUnsettled } from '#src/server/money/handover/preconditions.ts';
import { keepPublished, publishLatest } from '#src/server/money/handover/publish.ts';
import { createCodeReader } from '#src/server/money/handover/read-codes.ts';
import { planRelease, planWithholding } from '#src/server/money/handover/withheld.ts';
import { checkLedger } from '#src/server/money/ledger/check-ledger.ts';
import { newPayment } from '#src/server/money/payments/verify/store-payments.ts';
import { MINIMUM_MICRO } from '#src/server/money/payments/verify/worth.ts';
import { latestBatch } from '#src/server/money/sale/latest-batch.ts';
import { scheduleAt } from '#src/server/money/sale/schedule-at.ts';
import { rewardsOf } from '#src/server/money/staking/rewards-of.ts';
import { stake } from '#src/server/money/staking/stake.ts';
import { createTrustedClock } from '#src/server/platform/chains/trusted-clock.ts';
import type { Db, Tx } from '#src/server/platform/database/tables.ts';
import { isSignedBy } from '#src/server/platform/keys/signing-key.ts';
import { recordRefund } from '#src/server/platform/records/record-refund.ts';
import { storedRecords } from '#src/server/platform/records/stored-records.ts';
import { startChild } from '#tests/support/child.ts';
import { draftBooks } from '#tests/support/draft-books.ts';
import { sizedEngines } from '#tests/support/each-engine.ts';
import { type HttpApp, openHttpApp } from '#tests/support/http-app.ts';
import { ANN, CAT, DAN, endDay, settleBooks } from '#tests/support/settled-books.ts';
import { newStaffMember, type StaffMember } from '#tests/support/staff-member.ts';
import { giveDistributor } from '#tests/support/store-final-list.ts';
import { folderOfTest, sharedFolder } from '#tests/support/temporary-folder.ts';
import { newVisitor } from '#tests/support/wallet-session.ts';

const DAY_MS = 86_400_000;
const HASH = `0x${'ab'.repeat(32)}`;
const STRANGER = `0x${'5e'.repeat(20)}`;
const LATE = `0x${'1a'.repeat(20)}`;
const [COURT, LIFTED] = ['A court has ordered it.', 'The court has lifted it.'];
const REASON = 'The sale is over, and everything is settled.';
/** The files of the first batch as each engine had them, by name. */
const published: Record<string, string>[] = [];

/** By name; what is compressed has to be the file next to it. */
function filesIn(folder: string): Record<string, string> {
  const files: Record<string, string> = {};
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const content = entry.isFile() ? readFileSync(path) : null;
    if (content === null) continue;
    const plain = () => readFileSync(path.slice(0, -3));
    if (path.endsWith('.br')) expect(brotliDecompressSync(content)).toEqual(plain());
    else if (path.endsWith('.gz')) expect(gunzipSync(content)).toEqual(plain());
    else files[relative(folder, path)] = content.toString();
  }
  return files;
}

sizedEngines('a batch of the handover', (openPlace) => {
  const folder = sharedFolder();
  let http: HttpApp;
  let ada: StaffMember;
  let bea: StaffMember;
  beforeAll(async () => {
    http = await openHttpApp({
      ...(await openPlace()),
      env: { ...HANDOVER_SETTINGS, ALLOCATION_FOLDER: folder, RATE_LIMIT_MISSIONS: '6' },
    });
    ada = await newStaffMember(http, 'ada', 'manager');
    bea = await newStaffMember(http, 'bea', 'manager');
  });
  afterAll(() => http.close());
  const db = () => http.context.db;
  const view = async () => (await http.app.inject('/api/allocation')).json();
  const entry = async (wallet: string) => (await http.app.inject(`/api/allocation/entries/${wallet}`)).json();
  const fresh = async () => {
    // The public answer is kept for five seconds.
    http.clock.now += 5_000;
    return view();
  };
  const opens = () => new Date(http.clock.now + 30 * DAY_MS).toISOString().slice(0, 16);
  const latest = async () =>
    String((await db().selectFrom('staff_proposals').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id);
  /** One proposes, the other one approves. */
  const decide = async (kind: string, fields: Record<string, string>, approval: Record<string, string> = {}) => {
    await ada.act(`propose-${kind}`, { reason: REASON, ...fields });
    return bea.act('approve-proposal', { id: await latest(), ...approval });
  };
  /** Sessions end while days go by. */
  const signIn = async () => {
    for (const person of [ada, bea]) expect((await person.signIn()).statusCode).toBe(303);
  };
  /**
   * Dust and worthless tokens in review, dust to be refunded, a foreign hash in review; after the close, a mission, a
   * check-in, and a payment that has not been read yet; and three wallets that have paid elsewhere.
   */
  const fromStrangers = async () => {
    const at = BigInt(http.clock.now);
    const block = { succeeded: true, blockNumber: 9n, blockHash: HASH, blockTime: 1n, from: STRANGER, nonce: 0n };
    const paid = async (transferIndex: number, token: string | null, more: object) => {
      const transaction = { chainId: 137, hash: HASH, reading: block, confirmations: 6n } as const;
      const row = newPayment(transaction, { transferIndex, payer: STRANGER, token, amount: 1n }, at);
      const values = { ...row, status: 'needs-review' as const, final: 1n, ...more };
      return db().insertInto('payments').values(values).returning('id').executeTakeFirstOrThrow();
    };
    await paid(0, findToken(137, 'USDC')?.address ?? null, { reason: 'below-one-token' });
    await paid(1, STRANGER, { reason: 'wrong-token' });
    const { id } = await paid(2, null, { status: 'refund-due' });
    // BUSD is listed, and not accepted.
    const busd = { chain_id: 56n, token_symbol: 'BUSD', token_address: findToken(56, 'BUSD')?.address?.toLowerCase() };
    await paid(3, null, { ...busd, reason: 'wrong-token', worth_micro: MINIMUM_MICRO - 1n });
    // Seen after the close, in a block that has left the chain.
    await paid(4, null, { status: 'processing', block_number: null, block_hash: null, block_time: null, final: 0n });
    const due = {
      usd_micro: String(MINIMUM_MICRO - 1n),
      reason: 'over-sold' as const,
      status: 'due' as const,
      refund_hash: null,
      created_at: at,
    };
    await db()
      .insertInto('refunds')
      .values({ payment_id: id, sequence: 1n, ...due })
      .execute();
    await sql`insert into submissions (transaction_hash, wallet, status, reason, claims, created_at, updated_at,
      next_check_at, lane) values (${HASH}, ${STRANGER}, 'needs-review', 'internal-transfer', '{}', ${at}, ${at}, ${at}, 0)`.execute(
      db(),
    );
    await sql`insert into mission_submissions (wallet, mission, status, created_at) values
      (${STRANGER}, 'xFollow', 'pending', ${at})`.execute(db());
    expect(await acceptCheckIn(db(), STRANGER, { hash: null, places: 9 }, http.clock.now)).toMatchObject({ ok: true });
    await db()
      .insertInto('sightings')
      .values({
        ...{ chain_id: 137n, transaction_hash: HASH, block_number: 9n, block_hash: HASH, queue: 3n },
        ...{ first_seen_at: at, tries: 0n, next_check_at: at },
      })
      .execute();
    await http.context.alarms.tally({
      ...{ kind: 'foreign-recipient', subject: 'posted-hashes', detail: 'three', example: HASH, severity: 'severe' },
      mark: async () => 1,
    });
  };
  const objection = async () =>
    String(
      (await db().selectFrom('allocation_objections').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id,
    );
  const books = async () => {
    const rows = async (query: string) => (await sql.raw(query).execute(db())).rows;
    return [
      await rows('select kind, owner, balance from accounts where balance <> 0 order by kind, owner'),
      await rows('select * from stakes order by id'),
      await rows('select * from wallet_stakes order by wallet'),
      await rows('select * from wallet_holdings order by wallet'),
      await rows('select * from reward_totals'),
      await rows('select wallet, points from participants order by wallet'),
    ];
  };
  /** From the public records alone, and the file of what is set aside. */
  const recompute = (change = (text: string) => text, from: Db | Tx = db()) =>
    recomputeList(storedRecords(from), LIST_TERMS, async (batch) =>
      change((await summaryOf(from, BigInt(batch))).setAside),
    );
  /** What everybody finds after the entry of ANN has changed without a record of her being withheld or released. */
  const unrecorded = async (change: (tx: Tx) => Promise<unknown>, plan: (open: Db) => Promise<PlannedChange>) => {
    const undone = new Error('undone');
    let found: readonly string[] = [];
    const planned = await plan(db());
    const forged = db()
      .transaction()
      .execute(async (tx) => {
        await change(tx);
        await moveEntry(tx, { wallet: ANN, reason: COURT, source: 'forged' }, planned, http.clock.now);
        found = (await recompute(undefined, tx)).problems;
        throw undone;
      });
    await expect(forged).rejects.toBe(undone);
    return found;
  };

  test('cannot be drafted before everything is settled; the refusal names each condition and its remedy', async () => {
    expect(await view()).toMatchObject({
      state: 'none',
      batch: null,
      chainId: 56,
      wallets: 0,
      total: '0',
      schedules: [],
    });
    await http.credit(ANN, 130n);
    await db().updateTable('payments').set({ status: 'needs-review' }).execute();
    const refused = await ada.refused('propose-draft-allocation', { reason: REASON, opens: opens() });
    for (const condition of ['sale-closed', 'two-wallets', 'payments-decided', 'books-sound', 'day-closed'])
      expect(refused).toContain(`${condition} (`);
    expect(refused).not.toContain('supply-complete');
    expect(refused).not.toContain('claim-chain');
    const { env } = http.context;
    const undecided = { ...env, claimChain: null, SUPPLY_TABLE: undefined };
    const unmet = await draftConditions(db(), { ...http.context, env: undecided });
    expect(unmet).toContainEqual(expect.objectContaining({ key: 'claim-chain', found: 'CLAIM_CHAIN is not set' }));
    expect(unmet).toContainEqual(
      expect.objectContaining({ key: 'supply-complete', found: expect.stringContaining('it sums to 0 SYNX') }),
    );
    expect((await allocationView(db(), undecided)).chainId).toBeNull();
    const desk = await ada.get('/staff/handover');
    expect(desk.body).toContain('No list yet');
    expect(desk.body).toContain('href="/staff/payments?list=review"');
    await db().updateTable('payments').set({ status: 'credited' }).execute();
    await settleBooks(http);
    // What strangers can send, in any number and for next to nothing, holds up no draft (S25).
    await fromStrangers();
    const held = async () =>
      (await draftConditions(db(), http.context)).flatMap(({ key, found }) => (found === null ? [] : [key]));
    expect(await held()).toEqual([]);
    // Whoever sends what buys something has that many dollars in it.
    const beWorth = (worth: bigint) =>
      db().updateTable('payments').set({ worth_micro: worth }).where('token_symbol', '=', 'BUSD').execute();
    await beWorth(MINIMUM_MICRO);
    expect(await held()).toEqual(['payments-decided']);
    await beWorth(MINIMUM_MICRO - 1n);
    // One of them comes to the board after the wallets were counted whose code is unread.
    const establish = (established: bigint) =>
      db().updateTable('participants').set({ established }).where('wallet', '=', STRANGER).execute();
    await establish(1n);
    const settled = db()
      .transaction()
      .execute((tx) => refuseUnsettled(tx, http.context, 0));
    await expect(settled).rejects.toThrow(/wallets-read \(.*\): 1\./);
    await establish(0n);
    // A reading from before a wallet paid there does not count: the contract that paid may be newer.
    const readAt = (block: bigint) =>
      db().updateTable('wallet_codes').set({ block_number: block }).where('wallet', '=', ANN).execute();
    await readAt(0n);
    const stale = (await draftConditions(db(), http.context)).find(({ key }) => key === 'wallets-read');
    expect(stale).toMatchObject({ found: '1' });
    await readAt(36n);
    await signIn();
    expect(await fresh()).toMatchObject({ state: 'closed', batch: null });
  });

  test('is drafted by two people, freezes what it counts, and gives everything back when it is withdrawn', async () => {
    const before = await books();
    expect(await decide('draft-allocation', { opens: opens() })).toMatch(/^Batch 1 is a draft: 4 wallets/);
    const draft = await fresh();
    expect(draft).toMatchObject({ state: 'draft', batch: 1, wallets: 4, distributor: null });
    expect(draft.schedules.map(({ kind }: { kind: string }) => kind)).toEqual([
      'bought',
      'staked',
      'rewards',
      'airdrop',
    ]);
    // The pages that state dates name those of the list.
    const dates = async () => new Map((await scheduleAt(db(), http.clock.now)).map(({ key, date }) => [key, date]));
    const [bought, unstaked, rewarded] = draft.schedules.map(({ start }: { start: string }) => start.slice(0, 10));
    const named = await dates();
    expect(['claimOpen', 'stakeUnlock', 'rewardsUnlock', 'withdrawOpen'].map((key) => named.get(key as never))).toEqual(
      [bought, unstaked, rewarded, unstaked],
    );
    const recounted = await recountList(
      storedRecords(db()),
      async () => '',
      CAT,
      async () => undefined,
    );
    expect(recounted.problems).toEqual([]);
    for (const kind of AMOUNT_KINDS) expect((await entry(CAT)).entry[kind]).toBe(String(recounted.entry?.[kind]));
    expect(await entry(CAT)).toMatchObject({ entry: { bought: '0', staked: String(10_000n * NANO_PER_SYNX) } });
    // Years later no page shows more than the list gives.
    const shown = await rewardsOf(db(), CAT, http.clock.now + 10 * 365 * DAY_MS);
    expect(String(shown)).toBe((await entry(CAT)).entry.rewards);
    expect((await entry(DAN)).entry.airdrop).toBe('0');
    expect((await entry(`0x${'e5'.repeat(20)}`)).entry).toBeNull();

    // Whoever has the public records alone computes the same root.
    const { list, problems } = await recompute();
    expect(problems).toEqual([]);
    expect(list).toMatchObject({ root: draft.root, hash: draft.listHash, count: 4 });

    await expect(stake(db(), ANN, NANO_PER_SYNX, http.clock.now)).rejects.toMatchObject({
      code: 'handed_over',
      statusCode: 409,
    });
    const wallet = newVisitor(http.app, () => http.clock.now);
    await wallet.connect();
    await wallet.prove();
    const staked = await wallet.post('/api/staking/stake', { walletAddress: wallet.wallet, amount: '1' });
    expect([staked.statusCode, staked.json().code]).toEqual([409, 'handed_over']);
    const checkIn = { walletAddress: wallet.wallet, captchaToken: 'x' };
    expect((await wallet.post('/api/airdrop/checkin', checkIn)).json().code).toBe('handed_over');
    const { missions } = (await http.app.inject('/api/airdrop/missions')).json();
    expect(missions.map(({ reason }: { reason: string }) => reason)).toEqual(MISSIONS.map(() => 'handed-over'));
    for (const [kind, fields] of [
      ['correct-ledger', { wallet: ANN, amount: '1' }],
      ['correct-points', { wallet: ANN, mission: 'checkIn', points: '5', code: 'mistake' }],
      ['reopen-sale', {}],
    ] as const) {
      await ada.act(`propose-${kind}`, { reason: REASON, ...fields });
      expect(await bea.refused('approve-proposal', { id: await latest() }), kind).toContain('handed_over');
      await ada.act('withdraw-proposal', { id: await latest() });
    }

    await publishLatest(http.context);
    const files = filesIn(join(folder, '1'));
    expect(Object.keys(files).sort()).toEqual(['list.txt', 'manifest.json', 's/all.json', 'set-aside.txt']);
    const manifest = manifestSchema.parse(JSON.parse(files['manifest.json'] ?? ''));
    const { keys } = (await http.app.inject('/api/verify/keys')).json();
    expect(isSignedBy(keys[0].publicKey, manifest.payload, manifest.signature)).toBe(true);
    expect(manifest.payload).toMatchObject({
      root: draft.root,
      listHash: draft.listHash,
      state: 'draft',
      shardDigits: 0,
    });
    expect(
      `0x${createHash('sha256')
        .update(files['list.txt'] ?? '')
        .digest('hex')}`,
    ).toBe(draft.listHash);
    expect(openShard(files['s/all.json'] ?? '', draft.root).entries()).toHaveLength(4);
    // The records that it counts have hashes of transactions drawn at random, and so has the ledger.
    const { 'manifest.json': _signed, ...same } = files;
    published.push(same);
    expect(same).toEqual(published[0]);
    // Again nothing differs.
    rmSync(join(folder, '1', 'manifest.json'));
    expect(await publishLatest(http.context)).toBe(1n);
    expect(await publishLatest(http.context)).toBeNull();
    expect(filesIn(join(folder, '1'))).toEqual(files);
    const served = await http.app.inject('/allocation/1/s/all.json');
    expect([served.statusCode, served.body]).toEqual([200, files['s/all.json']]);
    expect(served.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    const packed = await http.app.inject({
      url: '/allocation/1/manifest.json',
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(packed.headers['content-encoding']).toBe('br');
    expect(String(brotliDecompressSync(packed.rawPayload))).toBe(files['manifest.json']);
    for (const path of ['2/list.txt', '.1-half/list.txt', '1/..%2f..%2fsynx.sqlite', '1', '1/s/fff.json'])
      expect((await http.app.inject(`/allocation/${path}`)).statusCode, path).toBe(404);

    await decide('withhold-wallet', { wallet: ANN, because: COURT });
    expect(await decide('withdraw-allocation', { because: 'A payment was found late.' })).toBe('Batch 1 is withdrawn.');
    expect(await books()).toEqual(before);
    expect(await fresh()).toMatchObject({ state: 'withdrawn', withdrawnReason: 'A payment was found late.' });
    expect((await dates()).get('claimOpen')).toBeNull();
    expect(await acceptCheckIn(db(), LATE, { hash: null, places: 9 }, http.clock.now)).toMatchObject({ ok: true });
    expect(await recompute()).toMatchObject({ state: 'withdrawn', problems: [] });
    await decide('release-wallet', { wallet: ANN, because: LIFTED });
    expect(await ada.refused('propose-release-wallet', { reason: REASON, wallet: ANN, because: 'x' })).toContain('10');
    expect(await stake(db(), ANN, NANO_PER_SYNX, http.clock.now)).toMatchObject({ ok: true });
    await endDay(http);
    await signIn();
  });

  test('is final once its objections are over and answered, and the second person has computed its root', {
    tags: 'long',
  }, async () => {
    const wallet = newVisitor(http.app, () => http.clock.now);
    await wallet.connect();
    await wallet.prove();
    const object = async () => {
      const answer = await wallet.post('/api/allocation/objections', {
        walletAddress: wallet.wallet,
        text: 'I paid too.',
      });
      return [answer.statusCode, answer.json().code ?? answer.json().objection.state];
    };
    expect(await object()).toEqual([409, 'objections_closed']);
    // CAT is a contract on Ethereum, where it paid, and SYNX will be claimed on BSC.
    await db()
      .updateTable('wallet_codes')
      .set({ code: HASH })
      .where('wallet', '=', CAT)
      .where('chain_id', '=', 1n)
      .execute();
    await decide('draft-allocation', { opens: opens() });
    expect(await fresh()).toMatchObject({ wallets: 3 });
    expect(await entry(CAT)).toMatchObject({ entry: null, setAside: { class: 'waiting', chainId: 1 } });
    expect(BigInt((await entry(CAT)).setAside.amount)).toBeGreaterThan(10_000n * NANO_PER_SYNX);
    expect((await recompute((text) => text.replace('contract-elsewhere', 'lost-interest'))).problems).toEqual([
      'set-aside.txt is not the published one',
    ]);
    // A change of what is set aside alone leaves the root as it was.
    const keep = keepPublished(http.context);
    const asidePublished = async () => {
      await keep();
      const text = readFileSync(join(folder, '2', 'set-aside.txt'), 'utf8');
      expect((await recompute(() => text)).problems).toEqual([]);
      return text;
    };
    expect(await asidePublished()).toContain('"waiting"');
    await decide('withhold-wallet', { wallet: CAT, because: COURT });
    expect(await asidePublished()).toContain('"withheld"');
    await decide('release-wallet', { wallet: CAT, because: LIFTED });
    expect(await asidePublished()).toContain('"waiting"');
    const whole = await fresh();
    const row = { wallet: ANN, class: 'withheld' as const, reason: COURT, chain_id: null, created_at: 0n };
    expect(
      await unrecorded(
        (tx) => tx.insertInto('wallets_set_aside').values(row).execute(),
        (open) => planWithholding(open, row),
      ),
    ).toEqual([`no record has ${ANN} withheld`]);
    expect(await decide('withhold-wallet', { wallet: ANN, because: COURT })).toBe(`${ANN} is on no list.`);
    expect(await entry(ANN)).toMatchObject({ entry: null, setAside: { class: 'withheld', reason: COURT } });
    expect(await fresh()).toMatchObject({ state: 'draft', wallets: 2 });
    expect(await recompute()).toMatchObject({ problems: [], list: { count: 2 } });
    expect(await checkLedger(db())).toEqual([]);
    expect(
      await unrecorded(
        (tx) => tx.deleteFrom('wallets_set_aside').where('wallet', '=', ANN).execute(),
        (open) => planRelease(open, ANN),
      ),
    ).toEqual([`${ANN} is withheld, and listed`]);
    await decide('release-wallet', { wallet: ANN, because: LIFTED });
    expect(await fresh()).toMatchObject({ wallets: 3, root: whole.root });
    expect(await recompute()).toMatchObject({ problems: [], list: { root: whole.root } });
    expect(await object()).toEqual([200, 'open']);
    expect(await object()).toEqual([409, 'objection_open']);
    await ada.act('propose-finish-allocation', { reason: REASON });
    const final = await latest();
    const { root } = await fresh();
    expect(await bea.refused('approve-proposal', { id: final, root })).toContain('can object until');

    // What somebody sent after the close is refunded meanwhile, by a server whose clock is behind.
    await db()
      .transaction()
      .execute(async (tx) => {
        const paid = { status: 'paid' as const, refund_hash: HASH };
        const refund = await tx.updateTable('refunds').set(paid).returningAll().executeTakeFirstOrThrow();
        await recordRefund(tx, refund, BigInt(http.clock.now) - 170_000n);
      });
    const answer = 'The receipt was shown.';
    const granted = { id: await objection(), amount: '250.5', answer };
    expect(await decide('grant-objection', granted)).toContain(`are added to the entry of ${wallet.wallet}`);
    expect(await entry(wallet.wallet)).toMatchObject({
      entry: { bought: '250500000000' },
      objection: { state: 'granted', answer },
    });
    const changed = await fresh();
    expect(changed).toMatchObject({ wallets: 4 });
    expect(changed.root).not.toBe(root);
    expect(await recompute()).toMatchObject({ state: 'draft', problems: [], list: { root: changed.root } });

    // What is granted to a contract, or to whom two people withhold it, is on no list either.
    const contract = newVisitor(http.app, () => http.clock.now);
    const withheld = newVisitor(http.app, () => http.clock.now);
    const codes = CHAIN_IDS.map((chainId) => ({
      ...{ wallet: contract.wallet, chain_id: BigInt(chainId), block_number: 1n, read_at: 0n },
      code: chainId === 1 ? HASH : 'none',
    }));
    await db().insertInto('wallet_codes').values(codes).execute();
    await decide('withhold-wallet', { wallet: withheld.wallet, because: COURT });
    for (const [visitor, kind] of [
      [contract, 'waiting'],
      [withheld, 'withheld'],
    ] as const) {
      await visitor.connect();
      await visitor.prove();
      await visitor.post('/api/allocation/objections', { walletAddress: visitor.wallet, text: 'And I.' });
      await decide('grant-objection', { id: await objection(), amount: '1', answer });
      expect(await entry(visitor.wallet)).toMatchObject({
        ...{ entry: null, setAside: { class: kind, amount: '1000000000' } },
      });
    }
    expect(await recompute()).toMatchObject({ problems: [], list: { root: changed.root } });

    expect(await object()).toEqual([200, 'open']);
    const own = await objection();
    // Strangers have their word too, some in an hour from one address, and one person answers all of them (S25).
    const strangers = Array.from({ length: 7 }, () => newVisitor(http.app, () => http.clock.now, '203.0.113.5'));
    const statuses: number[] = [];
    for (const stranger of strangers) {
      await stranger.connect();
      await stranger.prove();
      const said = { walletAddress: stranger.wallet, text: 'Me too.' };
      statuses.push((await stranger.post('/api/allocation/objections', said)).statusCode);
    }
    expect(statuses).toEqual([...Array(6).fill(200), 429]);
    const none = { below: '250.5', answer: 'The list owes you less.' };
    expect(await ada.act('decline-objections', none)).toBe('6 objections are declined.');
    const [first] = strangers;
    expect((await entry(first?.wallet ?? '')).objection).toMatchObject({ state: 'declined', answer: none.answer });
    http.clock.now = Date.parse(changed.objectionsUntil);
    await signIn();
    await wallet.prove();
    expect(await object()).toEqual([409, 'objections_closed']);
    expect(await bea.refused('approve-proposal', { id: final, root: changed.root })).toContain(
      'Objections are open: 1',
    );
    expect((await ada.get('/staff/handover')).body).toContain('I paid too.');
    await ada.act('decline-objection', { id: own, answer: 'There is no such payment.' });

    expect(await bea.refused('approve-proposal', { id: final, root })).toContain('not the root of the draft');
    const alarm = await db().selectFrom('alarms').selectAll().where('kind', '=', 'allocation-root').executeTakeFirst();
    expect(alarm).toMatchObject({ subject: 'batch 2', severity: 3n });
    expect(await bea.refused('approve-proposal', { id: final })).toContain('not the root of the draft');
    expect(await ada.refused('approve-proposal', { id: final, root: changed.root })).toContain('another manager');
    await expect(
      sql`update staff_proposals set state = 'approved', decided_by = proposed_by where id = ${BigInt(final)}`.execute(
        db(),
      ),
    ).rejects.toThrow(/check/i);
    expect(await bea.refused('approve-proposal', { id: final, root: changed.root })).toContain('read once more');
    // A contract that a list could have had, until its only points were taken back: nobody reads it any more.
    await db()
      .insertInto('wallet_codes')
      .values({ wallet: STRANGER, chain_id: 1n, code: HASH, block_number: 1n, read_at: 0n })
      .execute();
    await createCodeReader(http.context, 'reader').pass();
    expect(await bea.act('approve-proposal', { id: final, root: changed.root })).toBe('Batch 2 is final.');
    expect(await fresh()).toMatchObject({ state: 'final', batch: 2, root: changed.root });
    expect(await recompute()).toMatchObject({ state: 'final', problems: [] });
    await ada.act('propose-withdraw-allocation', { reason: REASON, because: 'We changed our minds.' });
    expect(await bea.refused('approve-proposal', { id: await latest() })).toBe('There is no draft.');

    await ada.act('propose-withhold-wallet', { reason: REASON, wallet: ANN, because: COURT });
    expect(await bea.refused('approve-proposal', { id: await latest() })).toContain('The list is final');
    // What comes late changes no list, and neither a point nor the books are lost by it.
    await http.credit(DAN, 130n);
    expect(await recompute()).toMatchObject({ state: 'final', problems: [], list: { root: changed.root } });
    expect(await checkLedger(db())).toEqual([]);

    // Another server, whose clock is behind, takes an objection while the list becomes final: nobody could answer it.
    await db().updateTable('allocation_batches').set({ state: 'draft' }).where('id', '=', 2n).execute();
    const late = await db()
      .transaction()
      .execute(async (tx) => {
        const { id, objections_until: until } = await openDraft(tx);
        await tx.updateTable('allocation_batches').set({ state: 'final' }).where('id', '=', id).execute();
        const filed = expect(fileObjection(db(), ANN, 'I bought more.', Number(until) - 170_000)).rejects.toMatchObject(
          { code: 'objections_closed' },
        );
        for (let times = 0; times < 20; times += 1) await sql`select 1`.execute(tx);
        return { filed };
      });
    await late.filed;
  });
});

test('a withdrawal that a killed server has left is completed once a chain has confirmed the time [S27]', async () => {
  const http = await openHttpApp({});
  const { db, now } = http.context;
  try {
    await settleBooks(http);
    await draftBooks(db, { chainId: 56, opens: now() + 30 * DAY_MS, objectionMs: DAY_MS }, now());
    await db.transaction().execute((tx) => beginWithdrawal(tx, 'A payment was found late.', now()));
    const state = async () => (await latestBatch(db))?.state;
    // Another server's clock is ahead by as much as is followed, while this one still moves the books.
    await undoUnfinished({ ...http.context, now: () => now() + 2 * 179_000 });
    expect(await state()).toBe('draft');
    await db.deleteFrom('leases').execute();
    await undoUnfinished({ db, now, clock: createTrustedClock(undefined, undefined, false) });
    expect(await state()).toBe('draft');
    await undoUnfinished(http.context);
    expect(await state()).toBe('withdrawn');
  } finally {
    await http.close();
  }
});

test('the command line computes the root of a site from its public records, and says what differs', {
  tags: 'long',
}, async () => {
  const folder = folderOfTest();
  const http = await openHttpApp({ env: { ALLOCATION_FOLDER: folder } });
  const page = join(folder, 'built.page');
  const verify = async (origin: string) => {
    const program = join(import.meta.dirname, '../../../src/server/allocation-cli.ts');
    const child = startChild([program, 'verify', origin, '--page', page], {});
    return { ...(await child.ended), output: child.output() };
  };
  try {
    const origin = await http.app.listen({ port: 0, host: '127.0.0.1' });
    await settleBooks(http);
    const { db, now } = http.context;
    const terms = { chainId: 56, opens: now() + 30 * DAY_MS, objectionMs: DAY_MS };
    const { root } = await draftBooks(db, terms, now());
    const sound = await verify(origin);
    expect(sound.output).toContain(`root       ${root}\n`);
    expect(sound).toMatchObject({ code: 0 });
    const forge = async (from: string, to: string) => {
      const rows = db.selectFrom('records').select('body').where('kind', '=', 'allocation');
      const forged = (await rows.executeTakeFirstOrThrow()).body.replace(from, to);
      const hash = createHash('sha256').update(`\0${forged}`).digest('hex');
      await sql`update records set body = ${forged}, hash = ${hash} where kind = 'allocation'`.execute(db);
      await sql`update record_heads set hash = ${hash} where kind = 'allocation'`.execute(db);
    };
    await sql`drop trigger records_no_update`.execute(db);
    // A day on which a stranger's text may follow, from a site that somebody has taken over (S21).
    const [opensAt, opensToo] = [new Date(terms.opens), `(\u001b[2J\nroot       0x${'e'.repeat(64)}\n)`];
    const times = [opensAt.toISOString(), `${opensAt.toUTCString()} ${opensToo}`].map((time) => JSON.stringify(time));
    await forge(times[0] ?? '', times[1] ?? '');
    const dated = await verify(origin);
    expect(dated).toMatchObject({ code: 0, output: expect.stringContaining(`\nroot       ${root}\n`) });
    expect(dated.output).not.toMatch(/^root +0xe/m);
    expect(dated.output).not.toContain('\u001b');
    await forge(times[1] ?? '', times[0] ?? '');
    // A record that states another root, with everything else as it should be.
    const wrong = `0x${'0'.repeat(64)}`;
    await forge(root, wrong);
    const lie = await verify(origin);
    expect(lie).toMatchObject({ code: 1 });
    expect(lie.output).toContain(`does not follow from the records: the root is ${root}, the published one ${wrong}.`);
    await forge(wrong, root);
    await db
      .updateTable('allocation_batches')
      .set({ state: 'final', final_at: BigInt(now()) })
      .execute();
    const claims = `0x${'c'.repeat(40)}`;
    await giveDistributor(db, claims);
    const token = `0x${'d'.repeat(40)}`;
    await db
      .updateTable('distributors')
      .set({ named_at: BigInt(now()), token })
      .execute();
    writeFileSync(page, `<p></p>${CLAIM_FILE_LIST}`);
    await publishLatest({ ...http.context, page });
    const file = join(folder, '1', 'claim.html');
    expect(listOfClaimFile(readFileSync(file, 'utf8'))).toMatchObject({ batch: 1, root, claims, token });
    const answer = await http.app.inject('/allocation/1/claim.html');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "frame-ancestors 'none'",
    });
    const unnamed = await verify(origin);
    expect(unnamed).toMatchObject({ code: 1, output: expect.stringContaining('no public record names a contract') });
    const data = { batch: 1, claims, chainId: 56, token, supply: [], auditReport: 'ab'.repeat(32) };
    await db
      .transaction()
      .execute((tx) => noteAllocation(tx, { event: 'named', data, wallet: null, source: 'named-1' }, now()));
    expect((await verify(origin)).output).toContain(`, that of this build\nclaims of  ${claims}, chain 56`);
    // From a site that somebody has taken over (S21): the right page with what leads a browser elsewhere.
    for (const [name, value] of [
      ['refresh', '0;url=https://evil.example/'],
      ['link', '<https://evil.example/a.css>; rel="style\\sheet"'],
    ] as const) {
      const lead = ({ url }: IncomingMessage, response: ServerResponse) => {
        if (url === '/allocation/1/claim.html') response.setHeader(name, value);
      };
      http.app.server.prependListener('request', lead);
      const led = await verify(origin);
      expect(led).toMatchObject({ code: 1, output: expect.stringContaining(`is served with a ${name} header`) });
      http.app.server.off('request', lead);
    }
    // Another page, and lines that would pass for ours.
    const manifest = join(folder, '1', 'manifest.json');
    const { payload } = JSON.parse(readFileSync(manifest, 'utf8'));
    const state = (told: string, more: object = {}) => {
      const claimFile = `0x${createHash('sha256').update(told).digest('hex')}`;
      writeFileSync(file, told);
      writeFileSync(manifest, JSON.stringify({ payload: { ...payload, claimFile, ...more } }));
      for (const name of [file, manifest]) for (const copy of ['br', 'gz']) rmSync(`${name}.${copy}`, { force: true });
    };
    state(`<script src="https://evil.example"></script>${answer.body}`);
    const other = await verify(origin);
    expect(other).toMatchObject({ code: 1, output: expect.stringContaining('another page than that of this build') });
    const lines = `${claims}\u001b[2J\nroot       0x${'e'.repeat(64)}`;
    state(answer.body.replace(JSON.stringify(claims), JSON.stringify(lines)), { claims: lines });
    const named = await verify(origin);
    expect(named.output).not.toContain('0xeee');
    expect(named).toMatchObject({ code: 1, output: expect.stringContaining('another list or contract') });
    writeFileSync(file, answer.body.replace(claims, token));
    expect(await verify(origin)).toMatchObject({ code: 1, output: expect.stringContaining('claim.html has the hash') });
    state(answer.body, { claimFile: null });
    const hidden = await verify(origin);
    expect(hidden).toMatchObject({ code: 1, output: expect.stringContaining('which manifest.json does not name') });
    rmSync(file);
    const gone = await verify(origin);
    expect(gone).toMatchObject({ code: 0, output: expect.stringContaining('the address of one answers 404.') });
  } finally {
    await http.close();
  }
});
