import type { z } from 'zod';
import { CHAINS } from '#src/config/chains.ts';
import type { holdingsExportSchema } from '#src/contract/dashboard.ts';
import { toCsv } from '#src/lib/text/csv.ts';
import type { AppContext } from '../context/app-context.ts';
import { type Viewer, walletRecords } from '../payments/answer/wallet-records.ts';
import { stakeRecords } from './stake-records.ts';

/** Purchases and stakes in one export, each; more than any person has, and still one answer. */
const MAX_ROWS = 10_000;

export type HoldingsExport = z.infer<typeof holdingsExportSchema>;

/** Every purchase and stake of a wallet (lower case) that `viewer` may see, newest first. */
export async function exportOf({ db, now }: AppContext, wallet: string, viewer: Viewer): Promise<HoldingsExport> {
  const at = now();
  const [purchases, stakes] = await Promise.all([
    walletRecords(db, wallet, MAX_ROWS, viewer),
    stakeRecords(db, wallet, MAX_ROWS, at),
  ]);
  return {
    wallet,
    exportedAt: new Date(at).toISOString(),
    purchases: [...purchases.records],
    stakes: [...stakes.records],
    complete: purchases.payments <= MAX_ROWS && stakes.total <= MAX_ROWS,
  };
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

/** The same as a table: one row per purchase, stake or reversal of a stake; times in UTC, amounts with a dot. */
export function exportCsv({ purchases, stakes }: HoldingsExport): string {
  const bought = purchases.map((purchase) => [
    'purchase',
    purchase.createdAt,
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
  ]);
  const staked = stakes.map(({ kind, createdAt, amount }) => [
    kind === 'stake' ? 'stake' : 'stake-reversal',
    createdAt,
    ...Array<null>(6).fill(null),
    amount,
    ...Array<null>(8).fill(null),
  ]);
  return toCsv([COLUMNS, ...bought, ...staked]);
}
