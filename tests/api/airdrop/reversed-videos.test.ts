import { expect, test } from 'vitest';
import { appendPoints } from '#src/server/community/airdrop/append-points.ts';
import { correctPoints } from '#src/server/community/airdrop/correct-points.ts';
import { grantViewBonus } from '#src/server/community/airdrop/grant-view-bonus.ts';
import { confirmedVideo } from '#tests/support/confirmed-video.ts';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';
import { anewForEach } from '#tests/support/opened.ts';

const WALLET = `0x${'ab'.repeat(20)}`;

onSizedEngines('a reversed video', (open) => {
  const http = anewForEach(open);

  test('loses the points for its views, once, and leaves those of another one', async () => {
    const { db } = http.context;
    const at = http.clock.now;
    const ids = [await confirmedVideo(http, WALLET), await confirmedVideo(http, `0x${'cd'.repeat(20)}`)].map(BigInt);
    const [video = 0n, other = 0n] = ids;
    const entry = await db
      .transaction()
      .execute((tx) =>
        appendPoints(
          tx,
          { wallet: WALLET, points: 500, mission: 'createVideo', reason: 'mission', source: `submission:${video}` },
          BigInt(at),
        ),
      );
    for (const [submissionId, views] of [
      [video, 3_000],
      [video, 5_500],
      [other, 7_000],
    ] as const)
      expect(await grantViewBonus(db, { submissionId, views }, at)).toMatchObject({ ok: true });
    const points = async () =>
      (await db.selectFrom('participants').select(['wallet', 'points']).orderBy('wallet').execute()).map((row) =>
        Number(row.points),
      );
    expect(await points()).toEqual([1_000, 700]);
    const reversal = { wallet: WALLET, reverses: entry ?? 0n, reasonCode: 'abuse', staffId: 'ann' } as const;
    expect(await correctPoints(db, reversal, at)).toMatchObject({ ok: true, totalPoints: 0 });
    expect(await correctPoints(db, reversal, at)).toMatchObject({ ok: false, code: 'already_done' });
    expect(await points()).toEqual([0, 700]);
    // No further views of it are paid.
    expect(await grantViewBonus(db, { submissionId: video, views: 90_000 }, at)).toMatchObject({ ok: false });
  });
});
