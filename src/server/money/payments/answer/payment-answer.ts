import { intendedTransfer } from '#src/chain/find-transfers.ts';
import type { PendingTransaction } from '#src/chain/transaction-reading.ts';
import { type ChainId, isChainId } from '#src/config/chains.ts';
import { REQUIRED_CONFIRMATIONS } from '#src/config/sale.ts';
import { findTokenAt, TOKENS, type Token } from '#src/config/tokens.ts';
import { ENGLISH } from '#src/contract/errors.ts';
import type { PurchaseResponse } from '#src/contract/presale.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';
import { allot, STABLE_PRICE_E8, usdToDecimal, usdValue, VALUE_SCALE_DECIMALS } from '#src/lib/money/quote.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import type { PaymentRow } from '#src/server/platform/database/payment-row.ts';
import { currentPhase, stockFrom } from '../../sale/sale-state.ts';
import { findPaymentsByHash, type PaymentsByHash, standing } from '../find/find-payments.ts';
import { findPostedHash } from '../submit/posted-hash.ts';

/** The payment that a transaction in the mempool would make; its size does not depend on the transaction's. */
export interface PendingPayment {
  readonly chainId: ChainId;
  readonly from: string;
  readonly intended: ReturnType<typeof intendedTransfer>;
}

export function pendingPayment(
  chainId: ChainId,
  transaction: PendingTransaction,
  presaleAddress: string,
): PendingPayment {
  return { chainId, from: transaction.from, intended: intendedTransfer(transaction, presaleAddress) };
}

/** The wallet's payments in a transaction, else that another wallet paid, else the state of the hash. */
export async function paymentAnswer(
  context: AppContext,
  wallet: string,
  transactionHash: string,
  pending: PendingPayment | null,
): Promise<PurchaseResponse> {
  const base = { transactionHash, required: REQUIRED_CONFIRMATIONS, ...NOTHING };
  const own = await findPaymentsByHash(context.db, transactionHash, [wallet], { payer: wallet });
  if (own.rows.length > 0) return { ...base, ...(await describePayments(context, own)) };
  const other = await context.db
    .selectFrom('payments')
    .select('id')
    .where('transaction_hash', '=', transactionHash)
    .limit(1)
    .executeTakeFirst();
  if (other !== undefined)
    return { ...base, status: 'rejected', reason: 'foreign-sender', message: ENGLISH['api.status.rejected'] };
  const posted = await findPostedHash(context.db, transactionHash, wallet);
  const state = posted === undefined ? UNPOSTED : await standing(context.db, posted, wallet);
  const status = state.status === 'confirming' ? 'processing' : state.status;
  const { replacedBy } = state;
  const answer = {
    ...base,
    status,
    replacedBy,
    reason: posted?.reason ?? null,
    message: ENGLISH[`api.status.${status}`],
  };
  if (status === 'debug') return { ...answer, ...debugAmounts(posted?.claims ?? '{}') };
  if (status !== 'processing' || pending?.from !== wallet) return answer;
  const { chainId, intended } = pending;
  const token = intended === null ? undefined : findTokenAt(chainId, intended.token);
  if (intended === null || token?.accepted !== true) return { ...answer, chainId };
  const amounts = await estimate(context, token, intended.amount);
  const paid = { paymentMethod: token.symbol, paymentAmount: formatUnits(intended.amount, token.decimals) };
  return { ...answer, chainId, ...paid, ...amounts };
}

const UNPOSTED = { status: 'processing', replacedBy: null } as const;

const NOTHING = {
  reason: null,
  final: false,
  confirmations: 0,
  belowMinimum: false,
  chainId: null,
  tokensAllocated: null,
  tokenAmount: null,
  usdAmount: null,
  price: null,
  phase: null,
  refundUsd: null,
  paymentMethod: null,
  paymentAmount: null,
  replacedBy: null,
} as const;

/** `rows` must not be empty. If there are more payments than we read, a sum of these would be wrong. */
async function describePayments(context: AppContext, { rows, total, final }: PaymentsByHash) {
  const [leading] = rows as [PaymentRow, ...PaymentRow[]];
  const chainId = Number(leading.chain_id);
  const credited = rows.filter((row) => row.status === 'credited');
  const refundUsd = await dueRefund(context, rows);
  const token = TOKENS.find((candidate) => candidate.chainId === chainId && candidate.symbol === leading.token_symbol);
  const isOne = rows.every((row) => row.token_symbol === leading.token_symbol);
  const paid = rows.reduce((sum, row) => sum + BigInt(row.amount), 0n);
  const { status, replacedBy } = await standing(context.db, leading, leading.payer);
  const common = {
    ...(token === undefined || !isOne
      ? {}
      : { paymentMethod: token.symbol, paymentAmount: formatUnits(paid, token.decimals) }),
    status,
    replacedBy,
    reason: leading.reason,
    final,
    confirmations: Number(leading.confirmations),
    belowMinimum: credited.some((row) => row.below_minimum === 1n),
    chainId: isChainId(chainId) ? chainId : null,
    refundUsd,
    message: ENGLISH[`api.status.${status}`],
  };
  if (total > rows.length) return { ...common, paymentAmount: null, refundUsd: null };
  if (credited.length > 0) {
    const tokens = credited.reduce((sum, row) => sum + (row.tokens ?? 0n), 0n).toString();
    return {
      ...common,
      // A transaction with more payments has a receipt for each.
      transferIndex: credited.length === 1 ? Number(credited[0]?.transfer_index) : null,
      tokensAllocated: tokens,
      tokenAmount: tokens,
      usdAmount: formatUnits(
        credited.reduce((sum, row) => sum + (row.usd_micro ?? 0n), 0n),
        6,
      ),
      price: formatUnits(credited[0]?.price_micro_usd ?? 0n, 6),
      phase: Number(credited[0]?.phase ?? 0n),
    };
  }
  if (
    token === undefined ||
    (leading.status !== 'confirming' && leading.status !== 'processing') ||
    !isChainId(chainId)
  )
    return common;
  return {
    ...common,
    ...(await estimate(context, token, BigInt(leading.amount))),
  };
}

/** The total refund due on these payments, in USD; null if none is due. */
async function dueRefund({ db }: AppContext, rows: readonly PaymentRow[]): Promise<string | null> {
  const ids = rows.map(({ id }) => id);
  const refunds = await db
    .selectFrom('refunds')
    .select('usd_micro')
    .where('payment_id', 'in', ids)
    .where('status', '=', 'due')
    .execute();
  const micro = refunds.reduce((sum, row) => sum + BigInt(row.usd_micro), 0n);
  return refunds.length === 0 ? null : formatUnits(micro, 6);
}

/** More than all coins in the world are worth, in 10^-26 USD: a listed contract that logs such a number is broken. */
const INCREDIBLE_VALUE = 10n ** (BigInt(VALUE_SCALE_DECIMALS) + 18n);

/** What an amount would buy at the last price read and the current stock; nulls while the price is unknown. */
async function estimate(context: AppContext, { chainId, pricing, decimals }: Token, amount: bigint) {
  const feed =
    pricing === 'feed'
      ? await context.db
          .selectFrom('feed_prices')
          .select('price_e8')
          .where('chain_id', '=', BigInt(chainId))
          .executeTakeFirst()
      : { price_e8: STABLE_PRICE_E8 };
  if (feed === undefined) return {};
  const phase = await currentPhase(context.db);
  const value = usdValue(amount, decimals, feed.price_e8);
  if (value > INCREDIBLE_VALUE) return {};
  const { tokens, parts } = allot(value, await stockFrom(context.db, phase));
  return {
    tokensAllocated: tokens.toString(),
    tokenAmount: tokens.toString(),
    usdAmount: usdToDecimal(value),
    price: parts[0] === undefined ? null : formatUnits(parts[0].priceMicroUsd, 6),
    phase: parts[0]?.phase ?? null,
  };
}

function debugAmounts(declared: string) {
  const { tokenAmount, usdAmount } = JSON.parse(declared) as { tokenAmount?: unknown; usdAmount?: unknown };
  const decimal = (value: unknown) => (/^\d{1,30}(\.\d{1,18})?$/.test(String(value)) ? String(value) : null);
  return { tokensAllocated: decimal(tokenAmount), tokenAmount: decimal(tokenAmount), usdAmount: decimal(usdAmount) };
}
