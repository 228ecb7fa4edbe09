import { findTransfers } from '#src/chain/find-transfers.ts';
import { isChainId } from '#src/config/chains.ts';
import { TOKENS } from '#src/config/tokens.ts';
import { paymentWorth } from '#src/server/money/payments/verify/worth.ts';
import { type AppContext, chainOf } from '#src/server/platform/context/app-context.ts';
import type { PaymentRow } from '#src/server/platform/database/payment-row.ts';
import { StaffRefusal } from '../auth/refusal.ts';

/**
 * Whether the payment's chain shows, by quorum and in a final block, that the operator's own addresses returned the due
 * amount to the payer: as much of the coin paid, or nine tenths of its value in a coin that the sale takes, since a
 * coin's price moves. Null if it does, otherwise the sentence that names the missing part. Throws StaffRefusal if there
 * is no such refund.
 */
export async function missingOfRefund(context: AppContext, refund: bigint, hash: string): Promise<string | null> {
  const row = await context.db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .selectAll('payments')
    .select('refunds.usd_micro as due')
    .where('refunds.id', '=', refund)
    .executeTakeFirst();
  const chainId = Number(row?.chain_id);
  if (row === undefined || !isChainId(chainId)) throw new StaffRefusal('This refund is not due.');
  const chain = chainOf(context, chainId);
  const read = await Promise.all([chain.transaction(hash), chain.head()]).catch(() => null);
  if (read === null) return 'The chain cannot be read now.';
  const [reading, { finalized }] = read;
  if (reading.state !== 'mined') return 'It is not in a block of the payment’s chain.';
  if (!reading.succeeded) return 'It failed on the chain: nothing was paid.';
  if (reading.blockNumber > finalized) return 'Its block is not final yet.';
  const own = [context.env.presaleAddress, ...context.env.TREASURY_IGNORE_SENDERS].map((each) => each.toLowerCase());
  const returned = findTransfers(reading, row.payer).filter(({ payer }) => own.includes(payer));
  if (reading.blockTime >= (row.block_time ?? 0n) && (await suffices(context, row, returned))) return null;
  return 'The chain does not show that the treasury returned so much to who paid.';
}

async function suffices(
  { db }: AppContext,
  row: PaymentRow & { readonly due: string },
  returned: ReturnType<typeof findTransfers>,
): Promise<boolean> {
  const same = returned
    .filter(({ token }) => token === row.token_address)
    .reduce((sum, { amount }) => sum + amount, 0n);
  if (same > 0n && same >= BigInt(row.amount)) return true;
  let worth = 0n;
  for (const { token: address, amount } of returned) {
    const token = TOKENS.find(
      (one) => BigInt(one.chainId) === row.chain_id && (one.address?.toLowerCase() ?? null) === address,
    );
    const moved = { chain_id: row.chain_id, token_symbol: token?.symbol ?? null, amount: String(amount) };
    worth += (await paymentWorth(db, moved)) ?? 0n;
  }
  return BigInt(row.due) > 0n && worth * 10n >= BigInt(row.due) * 9n;
}
