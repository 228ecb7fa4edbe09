import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { airdropLeaderboardResponseSchema } from '#src/contract/airdrop.ts';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';
import { onceForAll } from '#tests/support/opened.ts';
import { sized } from '#tests/support/sized.ts';

const CROWD = sized(200_000, 40_000);

onSizedEngines(`the airdrop leaderboard over ${CROWD} participants`, (open) => {
  const http = onceForAll(open);
  beforeAll(async () => {
    // Two wallets share each number of points, from 50 up in steps of 50.
    for (let from = 0; from < CROWD; from += 20_000) {
      await sql
        .raw(
          `with recursive numbers (n) as (select ${from} union all select n + 1 from numbers where n < ${from + 19_999})
           insert into participants (wallet, points, established, referral_code, created_at)
           select '0x' || substr('0000000000000000000000000000000000000000' || n, -40), (n / 2 + 1) * 50, 1, null, 1 from numbers`.replace(
            /substr\((.+?) \|\| n, -40\)/,
            http.database.engine === 'sqlite' ? 'substr($1 || n, -40)' : 'right($1 || n, 40)',
          ),
        )
        .execute(http.context.db);
    }
  });

  const wallet = (number: number) => `0x${String(number).padStart(40, '0')}`;
  const read = async (query = '') => {
    const answer = await http.app.inject(`/api/airdrop/leaderboard${query}`);
    expect(answer.statusCode, answer.body).toBe(200);
    return airdropLeaderboardResponseSchema.parse(answer.json());
  };

  test('lists a hundred, equal points in a fixed order under one rank, and is not sent again while unchanged', async () => {
    const list = await read();
    expect(list).toHaveLength(100);
    const most = (CROWD / 2) * 50;
    expect(list.slice(0, 4).map(({ walletAddress, totalPoints, rank }) => [walletAddress, totalPoints, rank])).toEqual([
      [wallet(CROWD - 1), most, 1],
      [wallet(CROWD - 2), most, 1],
      [wallet(CROWD - 3), most - 50, 3],
      [wallet(CROWD - 4), most - 50, 3],
    ]);
    http.clock.now += 5_001;
    expect(await read()).toEqual(list);
    const first = await http.app.inject('/api/airdrop/leaderboard');
    const again = await http.app.inject({
      url: '/api/airdrop/leaderboard',
      headers: { 'if-none-match': String(first.headers.etag) },
    });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });

  test('[R2.133] gives every wallet its true rank, far beyond the listed ones', async () => {
    for (const number of [0, 1, 2, 17_777, CROWD / 2, CROWD - 1]) {
      const [own] = await read(`?wallet=${wallet(number)}`);
      const above = CROWD - 2 * (Math.floor(number / 2) + 1);
      expect([own?.totalPoints, own?.rank]).toEqual([(Math.floor(number / 2) + 1) * 50, above + 1]);
    }
  });
});
