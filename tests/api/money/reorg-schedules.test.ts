import { expect, test } from 'vitest';
import { checkLedger } from '#src/server/money/ledger/check-ledger.ts';
import { sizedMoneySuite } from '#tests/support/money-suite.ts';
import { runReorgSchedule } from '#tests/support/reorg-schedule.ts';
import { IS_FULL } from '#tests/support/sized.ts';

/** Twenty in a full run, otherwise five in which many credits are reversed; the soak plays five hundred. */
const SEEDS = IS_FULL ? { sqlite: [1, 14], postgres: [15, 20] } : { sqlite: [11, 13], postgres: [15, 16] };

sizedMoneySuite('random reorgs', ({ stack, chains, place }) => {
  test('after each look of the watcher the ledger equals a model that knows only the chain', async () => {
    const [first = 0, last = 0] = SEEDS[place.engine];
    for (let seed = first; seed <= last; seed += 1) {
      expect(await runReorgSchedule(seed, chains, stack)).toEqual([]);
      expect(await checkLedger(stack.context.db)).toEqual([]);
    }
    // The schedules were worth playing: they credited, and reversed.
    const transfers = await stack.context.db.selectFrom('ledger_transfers').select('kind').execute();
    expect(transfers.filter(({ kind }) => kind === 'credit').length).toBeGreaterThan(2 * (last - first));
    expect(transfers.filter(({ kind }) => kind === 'reversal').length).toBeGreaterThan(last - first);
  });
});
