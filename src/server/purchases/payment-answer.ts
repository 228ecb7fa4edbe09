import { intendedTransfer } from '#src/chain/find-transfers.ts';
import type { TransactionReading } from '#src/chain/transaction-reading.ts';
import { type ChainId, isChainId } from '#src/config/chains.ts';
import { REQUIRED_CONFIRMATIONS } from '#src/config/sale.ts';
import { TOKENS } from '#src/config/tokens.ts';
import type { PaymentStatus, PurchaseResponse } from '#src/contract/presale.ts';
import { formatUnits } from '#src/lib/decimal.ts';
import { allot, formatUsd, STABLE_PRICE_E8, usdValue, VALUE_SCALE_DECIMALS } from '#src/lib/quote.ts';
import { stockFrom } from './credit-payment.ts';
import type { Engine } from './engine.ts';
import type { PaymentRow } from './payment-row.ts';
import { paymentsUnder } from './payments-under.ts';

const MESSAGES: Record<PaymentStatus, string> = {
  processing: 'The transaction could not be seen in a block yet. It is credited as soon as it is confirmed.',
  confirming: 'The payment was found and is being confirmed.',
  credited: 'The payment is credited.',
  failed: 'The transaction failed on the chain; nothing was paid.',
  replaced: 'Another payment took the place of this transaction.',
  cancelled: 'The transaction was cancelled; nothing was paid.',
  expired: 'The transaction was not seen for 24 hours. It is credited if it still appears.',
  'waiting-signers': 'This wallet is a contract. The payment is recorded as soon as its transaction is on chain.',
  'needs-review': 'The payment has arrived and is being checked by a person.',
  'refund-due': 'The payment has arrived, but the sale had no tokens left for it or was over. It will be returned.',
  rejected: 'This transaction is not a payment of this wallet to the presale.',
  debug: 'Debug purchase: nothing was paid and nothing is credited.',
};

/**
 * What the poster of a hash is told: the payments of that wallet in it, else that somebody else paid, else where the hash
 * stands. Amounts are the server's own; those of a payment that is not credited yet are what it would get now.
 */
export async function paymentAnswer(
  engine: Engine,
  wallet: string,
  transactionHash: string,
  reading: { readonly chainId: ChainId; readonly state: TransactionReading } | null,
): Promise<PurchaseResponse> {
  const rows = (await paymentsUnder(engine.db, transactionHash)).filter(
    // Any contract can name any hash as its own: under a Safe's hash only the Safe's own payments count.
    (row) => row.transaction_hash === transactionHash || row.payer === wallet,
  );
  const own = rows.filter((row) => row.payer === wallet);
  const base = { transactionHash, required: REQUIRED_CONFIRMATIONS as 6, ...NOTHING };
  if (own.length > 0) return { ...base, ...(await describePayments(engine, own)) };
  if (rows.length > 0) return { ...base, status: 'rejected', reason: 'foreign-sender', message: MESSAGES.rejected };
  const submission = await engine.db
    .selectFrom('submissions')
    .selectAll()
    .where('transaction_hash', '=', transactionHash)
    .where('wallet', '=', wallet)
    .executeTakeFirst();
  const status = submission?.status === 'confirming' ? 'processing' : (submission?.status ?? 'processing');
  const answer = { ...base, status, reason: submission?.reason ?? null, message: MESSAGES[status] };
  if (status === 'debug') return { ...answer, ...debugAmounts(submission?.claims ?? '{}') };
  if (status !== 'processing' || reading?.state.state !== 'pending' || reading.state.from !== wallet) return answer;
  const intended = intendedTransfer(reading.state, engine.env.presaleAddress);
  const token = TOKENS.find(
    (candidate) =>
      candidate.chainId === reading.chainId &&
      candidate.accepted &&
      (candidate.address?.toLowerCase() ?? null) === intended?.token,
  );
  if (intended === null || token === undefined) return { ...answer, chainId: reading.chainId };
  const amounts = await estimate(engine, reading.chainId, token.address === null, token.decimals, intended.amount);
  return { ...answer, chainId: reading.chainId, ...amounts };
}

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
} as const;

async function describePayments(engine: Engine, rows: readonly PaymentRow[]) {
  const [first] = rows as [PaymentRow, ...PaymentRow[]];
  const leading = rows.find((row) => row.status !== 'credited') ?? first;
  const chainId = Number(leading.chain_id);
  const credited = rows.filter((row) => row.status === 'credited');
  const refunds = await engine.db
    .selectFrom('refunds')
    .select('usd_micro')
    .where(
      'payment_id',
      'in',
      rows.map((row) => row.id),
    )
    .where('status', '=', 'due')
    .execute();
  const common = {
    status: leading.status,
    reason: leading.reason,
    final: rows.every((row) => row.final === 1n),
    confirmations: Number(leading.confirmations),
    belowMinimum: credited.some((row) => row.below_minimum === 1n),
    chainId: isChainId(chainId) ? chainId : null,
    refundUsd:
      refunds.length === 0
        ? null
        : formatUnits(
            refunds.reduce((sum, row) => sum + BigInt(row.usd_micro), 0n),
            6,
          ),
    message: MESSAGES[leading.status],
  };
  if (credited.length > 0) {
    const tokens = credited.reduce((sum, row) => sum + (row.tokens ?? 0n), 0n).toString();
    return {
      ...common,
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
  const token = TOKENS.find((candidate) => candidate.chainId === chainId && candidate.symbol === leading.token_symbol);
  if (
    token === undefined ||
    (leading.status !== 'confirming' && leading.status !== 'processing') ||
    !isChainId(chainId)
  )
    return common;
  return {
    ...common,
    ...(await estimate(engine, chainId, token.address === null, token.decimals, BigInt(leading.amount))),
  };
}

/** More than all coins of the world are worth, in 10^-26 USD: a listed contract that logs such a number is broken. */
const INCREDIBLE_VALUE = 10n ** (BigInt(VALUE_SCALE_DECIMALS) + 18n);

/** What an amount would get at the last price read and the present stock; nulls while the price is unknown. */
async function estimate(engine: Engine, chainId: ChainId, native: boolean, decimals: number, amount: bigint) {
  const feed = native
    ? await engine.db
        .selectFrom('feed_prices')
        .select('price_e8')
        .where('chain_id', '=', BigInt(chainId))
        .executeTakeFirst()
    : { price_e8: STABLE_PRICE_E8 };
  if (feed === undefined) return {};
  const sale = await engine.db.selectFrom('sale_state').select('phase').where('id', '=', 1n).executeTakeFirstOrThrow();
  const value = usdValue(amount, decimals, feed.price_e8);
  if (value > INCREDIBLE_VALUE) return {};
  const { tokens, parts } = allot(value, await stockFrom(engine.db, sale.phase));
  return {
    tokensAllocated: tokens.toString(),
    tokenAmount: tokens.toString(),
    usdAmount: formatUsd(value),
    price: parts[0] === undefined ? null : formatUnits(parts[0].priceMicroUsd, 6),
    phase: parts[0]?.phase ?? null,
  };
}

function debugAmounts(claims: string) {
  const { tokenAmount, usdAmount } = JSON.parse(claims) as { tokenAmount?: unknown; usdAmount?: unknown };
  const decimal = (value: unknown) => (/^\d{1,30}(\.\d{1,18})?$/.test(String(value)) ? String(value) : null);
  return { tokensAllocated: decimal(tokenAmount), tokenAmount: decimal(tokenAmount), usdAmount: decimal(usdAmount) };
}
