import { setImmediate } from 'node:timers/promises';
import type { z } from 'zod';
import { CHAINS } from '#src/config/chains.ts';
import { EXPORT_ROWS } from '#src/config/limits.ts';
import type { holdingsExportSchema, StakeView } from '#src/contract/dashboard.ts';
import type { PaymentView } from '#src/contract/payments.ts';
import { toCsv } from '#src/lib/text/csv.ts';
import { paymentTime } from '#src/lib/time/format-time.ts';
import { type Viewer, walletPayments } from '#src/server/money/payments/answer/wallet-payments.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import { stakeViews } from './stake-views.ts';

/** Rows turned into text before the event loop serves others. */
const SLICE = 100;

type HoldingsExport = z.infer<typeof holdingsExportSchema>;

/** Every purchase and stake of a wallet that `viewer` may see, newest first: CSV (RFC 4180, times in UTC) or JSON. */
export async function exportOf(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { wallet, viewer, kind }: { readonly wallet: string; readonly viewer: Viewer; readonly kind: 'csv' | 'json' },
): Promise<string> {
  const at = now();
  const most = viewer.isOwner ? EXPORT_ROWS.owner : EXPORT_ROWS.others;
  const [purchases, stakes] = await Promise.all([
    walletPayments(db, wallet, most, viewer),
    stakeViews(db, wallet, most, at),
  ]);
  if (kind === 'csv')
    return (
      toCsv([COLUMNS]) +
      (await inSlices(purchases.payments, (slice) => toCsv(slice.map(purchaseRow)))) +
      (await inSlices(stakes.stakes, (slice) => toCsv(slice.map(stakeRow))))
    );
  const rest: Omit<HoldingsExport, 'purchases' | 'stakes'> = {
    wallet,
    exportedAt: new Date(at).toISOString(),
    complete: purchases.total <= most && stakes.total <= most,
  };
  const lists = [await jsonOf(purchases.payments), await jsonOf(stakes.stakes)];
  return `${JSON.stringify(rest).slice(0, -1)},"purchases":[${lists[0]}],"stakes":[${lists[1]}]}`;
}

function jsonOf(rows: readonly (PaymentView | StakeView)[]): Promise<string> {
  return inSlices(rows, (slice) => slice.map((row) => JSON.stringify(row)).join(','), ',');
}

/** The text of a long list, written a slice at a time. */
async function inSlices<Item>(
  items: readonly Item[],
  write: (slice: readonly Item[]) => string,
  between = '',
): Promise<string> {
  const parts: string[] = [];
  for (let start = 0; start < items.length; start += SLICE) {
    parts.push(write(items.slice(start, start + SLICE)));
    await setImmediate();
  }
  return parts.join(between);
}

const COLUMNS = [
  'kind',
  'time',
  'chain_id',
  'chain',
  'transaction_hash',
  'coin',
  'amount',
  'usd',
  'synx',
  'price_usd',
  'phase',
  'status',
  'reason',
  'refund_usd',
  'block',
  'credited_at',
  'payment_id',
] as const;

function purchaseRow(purchase: PaymentView) {
  return [
    'purchase',
    paymentTime(purchase),
    purchase.chainId,
    purchase.chainId === null ? null : CHAINS[purchase.chainId].name,
    purchase.transactionHash,
    purchase.paymentMethod ?? purchase.tokenAddress,
    purchase.paymentAmount,
    purchase.usdAmount,
    purchase.tokenAmount,
    purchase.price,
    purchase.phase,
    purchase.status,
    purchase.reason,
    purchase.refundUsd,
    purchase.block,
    purchase.creditedAt,
    purchase.id,
  ];
}

function stakeRow({ kind, createdAt, amount }: StakeView) {
  return [
    kind === 'stake' ? 'stake' : 'stake-reversal',
    createdAt,
    ...Array<null>(6).fill(null),
    amount,
    ...Array<null>(8).fill(null),
  ];
}
