import { CHAINS, type ChainId, isChainId } from '#src/config/chains.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';
import { hasArrived, passedOn, sumArrived } from '#src/server/money/payments/find/arrived.ts';
import { lockSale } from '#src/server/money/sale/sale-state.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import type { PaymentRow } from '#src/server/platform/database/payment-row.ts';
import type { Tx } from '#src/server/platform/database/tables.ts';
import { StaffRefusal } from '../auth/refusal.ts';
import { findPayment } from './find-payment.ts';

const COIN_DECIMALS = 18;
const FORGOTTEN =
  'The sources no longer have the balances of its block, which alone show whether these coins arrived. Add an archive source.';

/** The coins that contracts passed on in a payment's block (wei); null if the sources no longer have its balances. */
export interface Received {
  readonly coins: bigint | null;
}

/** What the chain shows of a payment not proven to have arrived (S23), or null. Throws StaffRefusal. */
export async function lookForCoins(context: AppContext, payment: string): Promise<Received | null> {
  const row = await findPayment(context.db, payment);
  const chainId = Number(row.chain_id);
  if (hasArrived(row) || row.block_number === null || !isChainId(chainId)) return null;
  return { coins: await passedOn(context, chainId, row.block_number).catch(() => null) };
}

/** Throws StaffRefusal unless the coins arrived. Locks the sale: two decisions would see the same remainder. */
export async function refuseUnarrived(tx: Tx, row: PaymentRow, received: Received | null): Promise<void> {
  if (hasArrived(row)) return;
  if (received === null || received.coins === null) throw new StaffRefusal(FORGOTTEN);
  await lockSale(tx);
  await refuseMoreThan(tx, received.coins, {
    chainId: Number(row.chain_id) as ChainId,
    block: row.block_number ?? 0n,
    amount: BigInt(row.amount),
  });
}

/** Throws StaffRefusal if a block did not receive an amount (wei) in addition to the coins that have arrived in it. */
export async function refuseMoreThan(
  tx: Tx,
  received: bigint,
  { chainId, block, amount }: { readonly chainId: ChainId; readonly block: bigint; readonly amount: bigint },
): Promise<void> {
  const recorded = await sumArrived(tx, { chainId, token: null, first: block, last: block }, 'passed on');
  if (recorded + amount <= received) return;
  const { symbol } = CHAINS[chainId].nativeCurrency;
  const text = (units: bigint) => `${formatUnits(units < 0n ? 0n : units, COIN_DECIMALS)} ${symbol}`;
  throw new StaffRefusal(
    `Its block received ${text(received)} by contracts, of which ${text(recorded)} are recorded. Look at it on an explorer.`,
  );
}
