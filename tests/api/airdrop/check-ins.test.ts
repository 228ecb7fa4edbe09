import { expect, test } from 'vitest';
import { acceptCheckIn } from '#src/server/community/airdrop/accept-check-in.ts';
import type { HttpApp } from '#tests/support/http-app.ts';
import { onBothEngines } from '#tests/support/on-both-engines.ts';
import { onceForAll } from '#tests/support/opened.ts';
import { newParticipant } from '#tests/support/participant.ts';
import { sized } from '#tests/support/sized.ts';

const DAY = 86_400_000;
const CROWD = sized(1_000, 250);
const NOWHERE = { hash: null, places: 1 };

onBothEngines('check-ins', (open) => {
  const http = onceForAll(open);

  test(`${CROWD} at the same time are one, with fifty points`, { tags: 'long' }, async () => {
    const anna = await newParticipant(http);
    await http.context.db
      .insertInto('human_passes')
      .values({
        session: await sessionOf(http, anna.wallet),
        wallet: anna.wallet,
        expires_at: BigInt(http.clock.now + DAY),
      })
      .execute();
    const answers = await Promise.all(
      Array.from({ length: CROWD }, () => anna.post('/api/airdrop/checkin', { walletAddress: anna.wallet })),
    );
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(answers.filter((answer) => answer.json().success)).toHaveLength(1);
    const entries = await http.context.db
      .selectFrom('point_entries')
      .select('points')
      .where('wallet', '=', anna.wallet)
      .execute();
    expect(entries).toEqual([{ points: 50n }]);
  });

  test('[R4.066 R9.088] the streak counts to seven and begins again; a missed day ends it; days are UTC', async () => {
    const wallet = `0x${'5'.repeat(40)}`;
    let now = Date.parse('2026-05-10T23:59:59.999Z');
    const streaks: number[] = [];
    const next = async () => {
      const outcome = await acceptCheckIn(http.context.db, wallet, NOWHERE, now);
      streaks.push(outcome.ok ? outcome.streak : 0);
    };
    for (let day = 0; day < 9; day += 1) {
      await next();
      now += DAY;
    }
    expect(streaks).toEqual([1, 2, 3, 4, 5, 6, 7, 1, 2]);
    now += DAY;
    await next();
    // One millisecond later it is the next day.
    now += 1;
    await next();
    await next();
    expect(streaks.slice(9)).toEqual([1, 2, 0]);
  });

  test('the streak shown is that of today or yesterday, and none after that', async () => {
    const wallet = `0x${'6'.repeat(40)}`;
    const shown = async () => (await http.app.inject(`/api/airdrop/participant/${wallet}`)).json();
    await acceptCheckIn(http.context.db, wallet, NOWHERE, http.clock.now);
    expect(await shown()).toMatchObject({ dailyCheckInStreak: 1, checkedInToday: true });
    http.clock.now += DAY;
    expect(await shown()).toMatchObject({ dailyCheckInStreak: 1, checkedInToday: false });
    http.clock.now += DAY;
    expect(await shown()).toMatchObject({ dailyCheckInStreak: 0, checkedInToday: false });
  });
});

/** Hash of the session that has connected a wallet. */
async function sessionOf(http: HttpApp, wallet: string): Promise<string> {
  const row = await http.context.db
    .selectFrom('sessions')
    .select('token_hash')
    .where('wallet', '=', wallet)
    .executeTakeFirstOrThrow();
  return row.token_hash;
}
