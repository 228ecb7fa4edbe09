import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { CREDIT_HANDLERS } from '#src/server/credit-handlers.ts';
import { reverseCredit } from '#src/server/money/payments/credit/reverse-credit.ts';
import { stake } from '#src/server/money/staking/stake.ts';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';
import { anewForEach } from '#tests/support/opened.ts';
import { newWallet } from '#tests/support/pay.ts';
import { recountHttp } from '#tests/support/recount.ts';

const NANO = 1_000_000_000n;

onSizedEngines('the pages’ data', (open) => {
  const http = anewForEach(open);

  const get = async (path: string) => {
    const answer = await http.app.inject(path);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  /** 1e-9 SYNX of a kind of account by the ledger's own entries, of one owner or of all. */
  const inLedger = async (kind: string, owner?: string): Promise<bigint> => {
    const { rows } = await sql<{ sum: bigint | null }>`select cast(sum(amount) as bigint) as sum from ledger_entries
      join accounts on accounts.id = account_id
      where kind = ${kind} and ${owner === undefined ? sql`true` : sql`owner = ${owner}`}`.execute(http.context.db);
    return rows[0]?.sum ?? 0n;
  };
  const units = (text: string) => {
    const [whole = '0', fraction = ''] = text.split('.');
    return BigInt(whole) * NANO + BigInt(fraction.padEnd(9, '0'));
  };

  test('agree with the ledger, on every page, after purchases in two phases, stakes and a reversal', async () => {
    const wallets = Array.from({ length: 4 }, () => newWallet());
    const [one, two, three, undone] = wallets as [string, string, string, string];
    const { db } = http.context;
    await http.credit(one, 130n);
    await http.credit(undone, 650n);
    await http.credit(two, 2_560_000n);
    // Across the edge of the first phase, a part at either price.
    await http.credit(three, 2_200n);
    await http.credit(one, 77n);
    await stake(db, one, 4_000n * NANO, http.clock.now);
    await stake(db, undone, 50_000n * NANO, http.clock.now);
    await stake(db, two, 1_000_000n * NANO, http.clock.now);
    const row = await db.selectFrom('payments').selectAll().where('payer', '=', undone).executeTakeFirstOrThrow();
    await reverseCredit(
      { db, creditHandlers: CREDIT_HANDLERS },
      { id: row.id, blockHash: row.block_hash ?? '' },
      http.clock.now,
    );
    // Past the seconds for which answers are cached.
    http.clock.now += 61_000;

    const [stats, config, pricing, staking, holdings, stakes] = await Promise.all(
      [
        '/api/presale/stats',
        '/api/config',
        '/api/presale/pricing',
        '/api/staking/stats',
        '/api/dashboard/leaderboard?by=holdings',
        '/api/dashboard/leaderboard?by=staked',
      ].map(get),
    );
    const available = await inLedger('available');
    const staked = await inLedger('staked');
    expect(units(stats.tokensSold)).toBe(available + staked);
    expect(stats.totalRaised).toBe(String(130 + 2_560_000 + 2_200 + 77));
    expect(config.amountRaised).toBe(stats.totalRaised);
    expect(pricing.phase).toBe(config.currentPhase);
    expect(BigInt(pricing.tokensRemaining)).toBe((await inLedger('sale', String(pricing.phase))) / NANO);
    expect(units(staking.totalStaked)).toBe(staked);

    for (const wallet of wallets) {
      const own = [await inLedger('available', wallet), await inLedger('staked', wallet)] as const;
      const { availableToStake, stakedBalance } = await get(`/api/staking/balance/${wallet}`);
      expect([units(availableToStake), units(stakedBalance)]).toEqual(own);
      const { tokens } = await get(`/api/dashboard/holdings/${wallet}`);
      expect([units(tokens.availableToStake), units(tokens.staked)]).toEqual(own);
      expect(units(tokens.purchased)).toBe(own[0] + own[1]);
      const rank = (entries: { walletAddress: string; tokens: string; staked: string }[]) =>
        entries.find(({ walletAddress }) => walletAddress.toLowerCase() === wallet);
      const listed = rank(holdings.entries);
      expect(listed === undefined ? 0n : units(listed.tokens)).toBe(own[0] + own[1]);
      const staking = rank(stakes.entries);
      expect(staking === undefined ? 0n : units(staking.staked)).toBe(own[1]);
    }

    const standing = new Map<string, { usd: string; tokens: string }>();
    for (const { record } of await recountHttp(http, 'purchases')) {
      const data = record.data as { payment: string; usd: string; tokens: string };
      if (record.event === 'credited') standing.set(data.payment, data);
      else standing.delete(data.payment);
    }
    const credits = [...standing.values()];
    expect(credits.reduce((sum, { usd }) => sum + Number(usd), 0)).toBe(Number(stats.totalRaised));
    expect(credits.reduce((sum, { tokens }) => sum + units(tokens), 0n)).toBe(available + staked);
  });
});
