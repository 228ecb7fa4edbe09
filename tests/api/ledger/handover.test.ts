import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decideByTwo } from '#src/dev/rehearsal/rehearsal-staff.ts';
import { AMOUNT_KINDS, entryOf } from '#src/lib/allocation/entry.ts';
import { readList } from '#src/lib/allocation/list.ts';
import { unlocksAfter } from '#src/lib/allocation/unlocking.ts';
import { beginDraft, finishDraft } from '#src/server/money/handover/draft.ts';
import { fileObjection } from '#src/server/money/handover/objections.ts';
import { writePlannedList } from '#src/server/money/handover/planned-list.ts';
import { planWithholding, withhold } from '#src/server/money/handover/withheld.ts';
import { balanceOf } from '#src/server/money/ledger/accounts.ts';
import { checkChangedAccounts } from '#src/server/money/ledger/check-changed.ts';
import { checkLedger } from '#src/server/money/ledger/check-ledger.ts';
import { latestBatch } from '#src/server/money/sale/latest-batch.ts';
import { stake } from '#src/server/money/staking/stake.ts';
import { startChild } from '#tests/support/child.ts';
import { draftBooks, withdrawBooks } from '#tests/support/draft-books.ts';
import { eachEngine, sqlitePlace } from '#tests/support/each-engine.ts';
import { type HttpApp, openHttpApp } from '#tests/support/http-app.ts';

const SYNX = 1_000_000_000n;
const DAY_MS = 86_400_000;
const AIRDROP_POOL = 86_000_000n * SYNX;
const wallet = (number: number) => `0x${number.toString(16).padStart(40, '0')}`;
/** More than are read, posted and undone at a time. */
const WALLETS = 2_300;
const [BUYER, STAKER, BOTH, HUNTER, STRANGER] = [wallet(1), wallet(2), wallet(3), wallet(4), wallet(5)];

/** The list as each engine has it. */
const lists: string[] = [];

function readLines(lines: readonly string[]) {
  const list = readList(lines.length);
  for (const line of lines) list.add(line);
  return list.end();
}

eachEngine('the handover of the books', (open) => {
  let http: HttpApp;
  beforeAll(async () => {
    http = await openHttpApp(await open());
    for (const buyer of [BUYER, STAKER, BOTH]) await http.credit(buyer, 1_000n);
    await stake(db(), STAKER, await balanceOf(db(), 'available', STAKER), http.clock.now);
    http.clock.now += 30 * DAY_MS;
    await stake(db(), BOTH, 7n * SYNX, http.clock.now);
    await stake(db(), BOTH, 5n * SYNX, http.clock.now);
    await setPoints(BUYER, 100n, 1n);
    await setPoints(HUNTER, 50n, 1n);
    // Not established, and taken back: neither shares anything.
    await setPoints(STRANGER, 1_000n, 0n);
    for (let number = 100; number < WALLETS; number += 1) await setPoints(wallet(number), 1n, 1n);
  });
  afterAll(() => http.close());
  const db = () => http.context.db;
  const draft = (opens: number) => draftBooks(db(), { chainId: 56, opens, objectionMs: -1 }, http.clock.now);
  const withdraw = () => withdrawBooks(db(), http.clock.now);
  const setPoints = (owner: string, amount: bigint, established: bigint) =>
    db()
      .insertInto('participants')
      .values({ wallet: owner, points: amount, established, referral_code: null, created_at: 0n })
      .onConflict((conflict) => conflict.column('wallet').doUpdateSet({ points: amount, established }))
      .execute();
  const allocated = async (owner: string) =>
    Promise.all(AMOUNT_KINDS.map((kind) => balanceOf(db(), 'allocated', `${kind}:${owner}`)));
  /** All balances above zero, stakes, totals and the index's inputs. */
  const books = async () => {
    const rows = (query: RawBuilder<unknown>) => query.execute(db()).then((result) => result.rows);
    return [
      await rows(sql`select kind, owner, balance from accounts where balance <> 0 order by kind, owner`),
      await rows(sql`select * from stakes order by id`),
      await rows(sql`select * from wallet_stakes order by wallet`),
      await rows(sql`select * from wallet_holdings order by wallet`),
      await rows(sql`select * from reward_totals`),
      await rows(sql`select * from rate_history order by id`),
      await rows(sql`select * from point_totals order by shard`),
    ];
  };
  const shown = async (owner: string) => {
    const read = async (path: string) => (await http.app.inject(path)).json();
    const { tokens } = await read(`/api/dashboard/holdings/${owner}`);
    return {
      ...(await read(`/api/staking/rewards/${owner}`)),
      stakedBalance: (await read(`/api/staking/balance/${owner}`)).stakedBalance,
      ...{ purchased: tokens.purchased, staked: tokens.staked, rewards: tokens.estimatedRewards },
      ...{ locked: tokens.locked, claimable: tokens.claimable },
    };
  };

  test('allocates what each wallet is owed, goes on showing it, and gives everything back when undone', async () => {
    const opens = http.clock.now + 10 * DAY_MS;
    const before = await books();
    const own = await balanceOf(db(), 'available', BUYER);
    const [bought, staked] = [await balanceOf(db(), 'available', BOTH), await balanceOf(db(), 'staked', STAKER)];
    const looks = await Promise.all([BUYER, STAKER, BOTH].map(shown));
    const check = checkChangedAccounts(db());
    expect(await check.pass()).toEqual([]);

    let text = '';
    await writePlannedList(db(), opens, http.clock.now, (part) => (text += part));
    expect(await books()).toEqual(before);

    const { unallocated } = await draft(opens);
    // Byte for byte what is allocated then, on both engines.
    const lines = text.match(/.+\n/g) ?? [];
    expect(readLines(lines).count).toBe(WALLETS - 100 + 4);
    for (const line of [...lines.slice(0, 4), ...lines.slice(-2)]) {
      const { address, bought, staked, rewards, airdrop } = entryOf(line);
      expect(await allocated(address)).toEqual([bought, staked, rewards, airdrop]);
    }
    lists.push(text);
    expect(text).toBe(lists[0]);
    expect(await checkLedger(db())).toEqual([]);
    for (let pass = 0; pass < 2; pass += 1) expect(await check.pass()).toEqual([]);
    const all = 150n + BigInt(WALLETS - 100);
    const share = (points: bigint) => (points * AIRDROP_POOL) / all;
    // 25 % a year until claiming opens, then 5 % until stakes unlock.
    const earned = (amount: bigint, days: bigint) => {
      const after = unlocksAfter(BigInt(opens) / 1_000n).staked.start - BigInt(opens) / 1_000n;
      return (amount * (250_000n * days * 86_400n + 50_000n * after)) / (1_000_000n * 31_536_000n);
    };
    expect(await allocated(BUYER)).toEqual([own, 0n, 0n, share(100n)]);
    expect(await allocated(STAKER)).toEqual([0n, staked, earned(staked, 40n), 0n]);
    expect(await allocated(BOTH)).toEqual([bought, 12n * SYNX, earned(12n * SYNX, 10n), 0n]);
    expect(await allocated(HUNTER)).toEqual([0n, 0n, 0n, share(50n)]);
    expect(await allocated(STRANGER)).toEqual([0n, 0n, 0n, 0n]);
    expect(await allocated(wallet(WALLETS - 1))).toEqual([0n, 0n, 0n, share(1n)]);
    expect(unallocated).toBe(AIRDROP_POOL - share(100n) - share(50n) - BigInt(WALLETS - 100) * share(1n));
    expect(await Promise.all([BUYER, STAKER, BOTH].map(shown))).toEqual(looks);

    await expect(stake(db(), BUYER, SYNX, http.clock.now)).rejects.toThrow('Nothing can be staked');
    await expect(draft(opens)).rejects.toThrow('handed over already');

    await withdraw();
    expect(await books()).toEqual(before);
    expect(await checkLedger(db())).toEqual([]);
    for (let pass = 0; pass < 2; pass += 1) expect(await check.pass()).toEqual([]);
    await expect(withdraw()).rejects.toThrow('There is no draft');
    expect(await books()).toEqual(before);
  });

  test('takes no credit while it moves, and no change of a list that is not what it was any more', {
    tags: 'long',
  }, async () => {
    const { now } = http.clock;
    const terms = { chainId: 56, opens: now + 10 * DAY_MS, objectionMs: DAY_MS };
    const of = { wallet: BUYER, because: 'A court has ordered it.' };
    const begun = await db()
      .transaction()
      .execute((tx) => beginDraft(tx, terms, now));
    await expect(http.credit(BUYER, 13n)).rejects.toMatchObject({ code: 'overloaded' });
    await expect(decideByTwo(http.context, 'withhold-wallet', of)).rejects.toThrow('The books are being moved');
    const { root } = await finishDraft(db(), begun);

    // Computed before others have changed the list, though it is the same list again.
    const reason = of.because;
    const planned = await planWithholding(db(), { wallet: BOTH, reason });
    await decideByTwo(http.context, 'withhold-wallet', of);
    expect((await latestBatch(db()))?.root).not.toBe(root);
    await decideByTwo(http.context, 'release-wallet', of);
    expect((await latestBatch(db()))?.root).toBe(root);
    const late = db()
      .transaction()
      .execute((tx) => withhold(tx, { wallet: BOTH, reason, source: 'late' }, planned, now));
    await expect(late).rejects.toThrow('The list has changed meanwhile');

    // What was credited since, no record of an addition could explain.
    await fileObjection(db(), BUYER, 'I paid more.', now);
    const { id } = await db().selectFrom('allocation_objections').select('id').executeTakeFirstOrThrow();
    const granted = { id: String(id), amount: '5', answer: 'The receipt was shown.' };
    const grant = () => decideByTwo(http.context, 'grant-objection', granted);
    await http.credit(BUYER, 13n);
    await expect(grant()).rejects.toThrow('Something was credited since the draft');
    expect((await latestBatch(db()))?.root).toBe(root);
    await withdraw();
    await draftBooks(db(), terms, now);
    await expect(grant()).rejects.toThrow('This objection is not open');
    await withdraw();
    expect(await checkLedger(db())).toEqual([]);
  });

  test('is refused for an opening in the past, and leaves the books as they were', async () => {
    const before = await books();
    await expect(draft(http.clock.now - DAY_MS)).rejects.toThrow('before the time for objections is over');
    expect(await books()).toEqual(before);
  });

  test.each([
    ['between staked accounts and stakes', `balance = balance + 1 where owner = 'staked:${STAKER}'`],
    ['between the totals of wallets and their accounts', `balance = balance + 1 where owner = 'bought:${BUYER}'`],
    ['corrections and the totals of wallets', `balance = balance + 1 where owner = 'bought:${BUYER}'`],
    ['with what is allocated: rewards', `balance = balance + 1 where owner = 'rewards:${STAKER}'`],
    ['with what is allocated: airdrop', `balance = balance + 1 where owner = 'airdrop:${HUNTER}'`],
    ['none of the four amounts of a wallet', `owner = 'gifts:${BUYER}' where owner = 'bought:${BUYER}'`],
  ])('broken afterwards, says so in words: %s', { tags: 'long' }, async (words, harm) => {
    const undone = new Error('undone');
    await draft(http.clock.now);
    const broken = db()
      .transaction()
      .execute(async (tx) => {
        await sql.raw(`update accounts set ${harm}`).execute(tx);
        expect((await checkLedger(tx)).join('; ')).toContain(words);
        throw undone;
      });
    await expect(broken).rejects.toBe(undone);
    await withdraw();
  });
});

test('the command line writes the list of the books of a server that has stopped', { tags: 'long' }, async () => {
  const place = await sqlitePlace();
  const folder = dirname(place.location);
  const file = join(folder, 'list.txt');
  const run = async (day: string) => {
    const program = join(import.meta.dirname, '../../../src/server/allocation-cli.ts');
    const child = startChild([program, 'list', file, day], { DATA_DIRECTORY: folder });
    return { ...(await child.ended), output: child.output() };
  };
  expect(await run('2999-01-01')).toMatchObject({ code: 1, output: 'no sale has been opened in these books\n' });
  const http = await openHttpApp({ location: place.location });
  for (const buyer of [BUYER, BOTH]) await http.credit(buyer, 130n);
  await http.close();
  expect(await run('2020-01-01')).toMatchObject({ code: 1 });
  expect(existsSync(file)).toBe(false);
  const { code, output } = await run('2999-01-01');
  expect(code, output).toBe(0);
  expect(output).toContain('wallets    2\n');
  expect(readFileSync(file, 'utf8')).toBe(`${BUYER},${10_000n * SYNX},0,0,0\n${BOTH},${10_000n * SYNX},0,0,0\n`);
  await place.drop();
});
