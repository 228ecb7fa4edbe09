import { beforeAll, expect, test } from 'vitest';
import { NANO_PER_SYNX } from '#src/config/sale.ts';
import type { StakingBalance } from '#src/contract/staking.ts';
import { balanceOf } from '#src/server/money/ledger/accounts.ts';
import { stake } from '#src/server/money/staking/stake.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { START } from '#tests/support/http-app.ts';
import { onBothEngines } from '#tests/support/on-both-engines.ts';
import { onceForAll } from '#tests/support/opened.ts';

const WALLET = `0x${'5a'.repeat(20)}`;

/** The same database, in which `next` happens as soon as a balance has been read. */
function afterBalances(db: Db, next: () => Promise<unknown>): Db {
  let isDone = false;
  const watched = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (!isDone && result.rows.some((row) => 'balance' in row)) {
        isDone = true;
        await next();
      }
      return result;
    },
  });
  return Object.assign(watched, { kept: db.kept });
}

onBothEngines('tokens that are being staked while they are read', (open) => {
  const http = onceForAll(open);
  let plain: Db;
  beforeAll(async () => {
    plain = http.context.db;
  });

  const whileStaking = async (path: string): Promise<unknown> => {
    const before = (await balanceOf(plain, 'staked', WALLET)) / NANO_PER_SYNX;
    await http.credit(WALLET, 13n);
    const staking = () => stake(plain, WALLET, 100n * NANO_PER_SYNX, START);
    await staking();
    Object.assign(http.context, { db: afterBalances(plain, staking) });
    const answer = await http.app.inject(path);
    Object.assign(http.context, { db: plain });
    expect(answer.statusCode).toBe(200);
    // It was staked meanwhile.
    expect(await balanceOf(plain, 'staked', WALLET)).toBe((before + 200n) * NANO_PER_SYNX);
    return answer.json();
  };

  test('are counted once in the balance', async () => {
    const { stakedBalance, availableToStake } = (await whileStaking(
      `/api/staking/balance/${WALLET}`,
    )) as StakingBalance;
    expect(Number(stakedBalance) + Number(availableToStake)).toBe(1_000);
  });

  test('are counted once on the dashboard', async () => {
    const { tokens } = (await whileStaking(`/api/dashboard/holdings/${WALLET}`)) as {
      tokens: { purchased: string; staked: string; availableToStake: string };
    };
    expect(Number(tokens.purchased)).toBe(2_000);
    expect(Number(tokens.staked) + Number(tokens.availableToStake)).toBe(2_000);
  });
});
