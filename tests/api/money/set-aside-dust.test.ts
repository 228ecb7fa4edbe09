import { expect, test } from 'vitest';
import { STABLE_PRICE_E8 } from '#src/lib/money/quote.ts';
import { balanceOf, postTransfer } from '#src/server/money/ledger/accounts.ts';
import { setAsideDust } from '#src/server/money/payments/credit/set-aside-dust.ts';
import { recordPriceChange } from '#src/server/money/sale/sale-clock.ts';
import { creditNow } from '#tests/support/credit-now.ts';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';
import { anewForEach } from '#tests/support/opened.ts';
import { newWallet } from '#tests/support/pay.ts';
import { storeConfirming } from '#tests/support/store-confirming.ts';

const BLOCK = `0x${'ab'.repeat(32)}`;
const PRICE = { priceE8: STABLE_PRICE_E8, round: null };

onSizedEngines('payments of one transaction that buy less than one SYNX each', (open) => {
  const http = anewForEach(open);
  const db = () => http.context.db;

  /** Stores payments of these amounts (micro-dollars) in one block, a second after the app was opened. */
  async function stored(...amounts: readonly bigint[]) {
    const at = BigInt(http.clock.now) / 1000n + 1n;
    const rows: { id: bigint; amount: string }[] = [];
    for (const amount of amounts) {
      const { id } = await storeConfirming(db(), newWallet(), amount, http.clock.now);
      rows.push({ id, amount: String(amount) });
    }
    await db().updateTable('payments').set({ block_hash: BLOCK, block_time: at }).execute();
    http.clock.now += 60_000;
    const page = { reading: { blockHash: BLOCK, blockTime: at }, confirmations: 6n, decimals: 6, price: PRICE };
    return { rows, setAside: async () => [...(await setAsideDust(db(), rows, page, http.clock.now))].sort() };
  }
  const outcomes = async () => {
    const rows = await db().selectFrom('payments').select(['status', 'reason', 'worth_micro']).orderBy('id').execute();
    return rows.map(({ status, reason, worth_micro: worth }) => [status, reason, worth]);
  };
  const confirming = ['confirming', null, null];
  /** Decides the rest one by one, as the watcher does. */
  const creditEach = async (rows: readonly { readonly id: bigint }[]) => {
    for (const { id } of rows) await creditNow(db(), { id, blockHash: BLOCK }, http.clock.now);
    return (await outcomes()).map(([status]) => status);
  };

  test('wait for a person with their worth, and those that buy one are left to be credited', async () => {
    const { rows, setAside } = await stored(12_999n, 5n, 13_000n, 5n, 20_000n);
    expect(await setAside()).toEqual([rows[0]?.id, rows[1]?.id, rows[3]?.id]);
    const dust = (worth: bigint) => ['needs-review', 'below-one-token', worth];
    expect(await outcomes()).toEqual([dust(12_999n), dust(5n), confirming, dust(5n), confirming]);
    expect(await creditEach([rows[2], rows[4]].flatMap((row) => row ?? []))).toEqual([
      ...['needs-review', 'needs-review', 'credited', 'needs-review', 'credited'],
    ]);
  });

  test.each([
    ['are due back if the sale was closed before their block', -1n, 'refund-due'],
    ['wait for a person if it was closed at the moment of their block', 0n, 'needs-review'],
    ['or after it', 1n, 'needs-review'],
  ])('%s', async (_, after, status) => {
    const { rows, setAside } = await stored(5n, 5n);
    const { block_time: seconds } = await db().selectFrom('payments').select('block_time').executeTakeFirstOrThrow();
    await db()
      .updateTable('sale_state')
      .set({ closed_at: (seconds ?? 0n) * 1000n + after })
      .execute();
    expect(await setAside()).toEqual(status === 'refund-due' ? [] : rows.map(({ id }) => id));
    expect(await creditEach(rows)).toEqual([status, status]);
  });

  test('are due back if the phase of their block and all later ones are sold out, whatever is left of an earlier one', async () => {
    const opened = BigInt(http.clock.now);
    const { rows, setAside } = await stored(5n, 5n);
    const at = opened + 500n;
    await db()
      .transaction()
      .execute(async (tx) => {
        const [second, third] = [await balanceOf(tx, 'sale', '2'), await balanceOf(tx, 'sale', '3')];
        await postTransfer(tx, { kind: 'phase-roll', at }, [
          { kind: 'sale', owner: '2', amount: -second },
          { kind: 'sale', owner: '3', amount: -third },
          { kind: 'sale', owner: '1', amount: second + third },
        ]);
        const change = { kind: 'phase', phase: 2n, price_micro_usd: 22_000n, window_number: 2n } as const;
        await recordPriceChange(tx, { ...change, at, reason: 'phase ended by the operator' }, at);
      });
    expect(await setAside()).toEqual([]);
    expect(await creditEach(rows)).toEqual(['refund-due', 'refund-due']);
  });
});
