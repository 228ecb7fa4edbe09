import { isChainId } from '#src/config/chains.ts';
import { PURCHASE_LIMITS } from '#src/config/limits.ts';
import { NANO_PER_SYNX } from '#src/config/sale.ts';
import { findToken } from '#src/config/tokens.ts';
import { toUnits } from '#src/lib/money/decimal.ts';
import { allot, type PhaseStock, usdValue, VALUE_PER_MICRO, VALUE_SCALE_DECIMALS } from '#src/lib/money/quote.ts';
import type { PaymentRow, RefundReason } from '../../database/payment-row.ts';
import type { CreditTransfer } from '../../ledger/post-credits.ts';
import type { CoinPrice } from '../../sale/coin-price.ts';
import { type PhaseStart, phaseIn } from '../../sale/phase-at.ts';
import type { SaleState } from '../../sale/sale-lock.ts';

/** A payment that is ready to be credited, in a row that this transaction holds. */
export interface Due {
  readonly row: PaymentRow;
  readonly confirmations: bigint;
  readonly coin: CoinPrice;
}

/** What became of a payment: its row afterwards, the tokens it got, and the part of its value that is due back. */
export interface Decision {
  readonly after: PaymentRow;
  readonly credit: CreditTransfer | null;
  readonly refund: { readonly usdMicro: bigint; readonly reason: RefundReason } | null;
}

/** The sale as the payments decided so far have left it. */
export interface SaleBook {
  readonly sale: SaleState;
  readonly starts: readonly PhaseStart[];
  /** Of all phases, in their order. */
  readonly stock: readonly PhaseStock[];
}

/** Decides one payment by the state of the sale; writes nothing. */
export function decidePayment(
  { row, confirmations, coin }: Due,
  { sale, starts, stock }: SaleBook,
  at: bigint,
): Decision {
  if (row.block_time === null) throw new RangeError(`payment ${row.id} is in no block`);
  const chainId = Number(row.chain_id);
  const token = isChainId(chainId) && row.token_symbol !== null ? findToken(chainId, row.token_symbol) : undefined;
  if (token === undefined) throw new RangeError(`payment ${row.id} is in an unlisted token`);
  const value = usdValue(BigInt(row.amount), token.decimals, coin.priceE8);
  const common = { ...row, confirmations, coin_price_e8: coin.priceE8, feed_round: coin.round, updated_at: at };
  const sequence = row.sequence + 1n;
  const refundAll = (reason: RefundReason): Decision => ({
    after: { ...common, status: 'refund-due', reason, sequence },
    credit: null,
    refund: { usdMicro: value / VALUE_PER_MICRO, reason },
  });
  const time = row.block_time * 1000n;
  if (sale.closed_at !== null && time > sale.closed_at) return refundAll('sale-over');
  const phase = phaseIn(starts, time);
  const { parts, tokens, unallotted } = allot(
    value,
    stock.filter((candidate) => BigInt(candidate.phase) >= phase),
  );
  const [first] = parts;
  if (first === undefined) {
    if (unallotted > 0n) return refundAll('over-sold');
    return { after: { ...common, status: 'needs-review', reason: 'below-one-token' }, credit: null, refund: null };
  }
  const belowMinimum = isBelowMinimum(token.address === null, BigInt(row.amount), token.decimals, value, tokens);
  return {
    after: {
      ...common,
      status: 'credited',
      reason: null,
      sequence,
      phase: BigInt(first.phase),
      price_micro_usd: first.priceMicroUsd,
      tokens,
      usd_micro: (value - unallotted) / VALUE_PER_MICRO,
      allotment: JSON.stringify(parts.map((part) => [part.phase, `${part.priceMicroUsd}`, `${part.tokens}`])),
      below_minimum: belowMinimum ? 1n : 0n,
      credited_at: at,
    },
    credit: {
      payment: { id: row.id, sequence },
      wallet: row.payer,
      parts: parts.map((part) => ({ phase: part.phase, amount: part.tokens * NANO_PER_SYNX })),
    },
    refund: unallotted > 0n ? { usdMicro: unallotted / VALUE_PER_MICRO, reason: 'over-sold' } : null,
  };
}

function isBelowMinimum(native: boolean, amount: bigint, decimals: number, value: bigint, tokens: bigint): boolean {
  if (tokens < PURCHASE_LIMITS.minimumSynx) return true;
  return native
    ? amount < toUnits(PURCHASE_LIMITS.minimumNative, decimals)
    : value < toUnits(PURCHASE_LIMITS.minimumStableUsd, VALUE_SCALE_DECIMALS);
}
