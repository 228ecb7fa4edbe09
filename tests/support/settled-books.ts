import { NANO_PER_SYNX } from '#src/config/sale.ts';
import { acceptCheckIn } from '#src/server/community/airdrop/accept-check-in.ts';
import { createCodeReader } from '#src/server/money/handover/read-codes.ts';
import { stake } from '#src/server/money/staking/stake.ts';
import { closeDays } from '#src/server/platform/records/close-days.ts';
import type { HttpApp } from './http-app.ts';

const DAY_MS = 86_400_000;
/** Buy; BEN stakes a part, CAT all; ANN and DAN check in, and DAN is not established. */
export const [ANN, BEN, CAT, DAN] = ['a1', 'b2', 'c3', 'd4'].map((byte) => `0x${byte.repeat(20)}`) as [
  string,
  string,
  string,
  string,
];

/** Plays a small sale and settles it: every condition of a draft holds. */
export async function settleBooks(http: HttpApp): Promise<void> {
  const { db } = http.context;
  for (const [wallet, dollars] of [
    [ANN, 500n],
    [BEN, 260n],
    [CAT, 130n],
    [DAN, 1n],
  ] as const)
    await http.credit(wallet, dollars);
  await stake(db, BEN, 7n * NANO_PER_SYNX, http.clock.now);
  http.clock.now += 20 * DAY_MS;
  await stake(db, CAT, 10_000n * NANO_PER_SYNX, http.clock.now);
  for (const wallet of [ANN, BEN, DAN]) await acceptCheckIn(db, wallet, { hash: null, places: 9 }, http.clock.now);
  await db.updateTable('payments').set({ final: 1n }).execute();
  await db
    .updateTable('sale_state')
    .set({ closed_at: BigInt(http.clock.now) })
    .execute();
  await createCodeReader(http.context, 'reader').pass();
  await endDay(http);
}

/** Closes the day and recounts the books. */
export async function endDay(http: HttpApp): Promise<void> {
  http.clock.now += DAY_MS;
  await closeDays(http.context.db, http.clock.now);
  await http.checkLedger();
}
