import type { Db } from '#src/server/platform/database/tables.ts';
import { balanceOf, postTransfer } from '../ledger/accounts.ts';
import { lockSale } from './sale-state.ts';

/** How long an ended phase keeps its stock for payments of its time that we find late, in milliseconds. */
const KEPT_MS = 86_400_000n;

/** Moves what ended phases kept or got back into the current one, a day after the last change (decision 8). */
export async function rollLeftStock(db: Db, now: number): Promise<void> {
  const at = BigInt(now);
  await db.transaction().execute(async (tx) => {
    const { phase } = await lockSale(tx);
    const change = await tx
      .selectFrom('price_history')
      .select('at')
      .where('kind', '=', 'phase')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (change === undefined || change.at > at - KEPT_MS) return;
    for (let ended = 1n; ended < phase; ended += 1n) {
      const left = await balanceOf(tx, 'sale', String(ended));
      if (left <= 0n) continue;
      await postTransfer(tx, { kind: 'phase-roll', at }, [
        { kind: 'sale', owner: String(ended), amount: -left },
        { kind: 'sale', owner: String(phase), amount: left },
      ]);
    }
  });
}
