import { CHAINS } from '#src/config/chains.ts';
import { paymentAmount } from '#src/config/payment-amount.ts';
import type { Receipt, ReceiptResponse } from '#src/contract/receipts.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';
import { formatNumber, formatUsd } from '#src/lib/text/format-number.ts';
import { formatZonedTime } from '#src/lib/time/format-time.ts';
import { statusFacts, statusNameKey } from '#src/purchase/payment-statuses.ts';
import { element, facts, ltr } from '#src/scripts/shared/dom.ts';
import { priceAndPhase } from '#src/scripts/shared/price-and-phase.ts';
import type { ReceiptData } from './receipt-data.ts';

/** A receipt with the state of its payment now; only a credit that holds is said to be on the balance. */
export function receiptView({ receipt, current }: ReceiptResponse, data: ReceiptData): readonly HTMLElement[] {
  const { texts, words } = data;
  const isCredited = statusFacts(current.status).tone === 'success';
  return [
    element('p', { class: isCredited ? 'success' : 'warning' }, texts[statusNameKey(current.status, current.final)]),
    rowsOf(receipt, data),
    ...(isCredited ? [element('p', {}, words.note)] : []),
    ...(current.reversals > 0 ? [element('p', { class: 'warning' }, texts['payment.reversals'])] : []),
  ];
}

function rowsOf({ payload, keyId, signature }: Receipt, { texts, words, tag }: ReceiptData): HTMLElement {
  const { chainId, amount, decimals, usd, tokens, refundUsd } = payload;
  const paid = {
    chainId,
    paymentMethod: payload.token,
    paymentAmount: formatUnits(BigInt(amount), decimals),
    paymentBaseUnits: amount,
  };
  return facts([
    [texts['receipt.issuer'], ltr(`${words.site} · ${location.origin}`)],
    [texts['receipt.number'], ltr(payload.id)],
    [words.when, formatZonedTime(payload.time, tag)],
    [words.network, CHAINS[chainId].name],
    [texts['payment.paid'], ltr(paymentAmount(paid, texts['payment.notListed'], tag))],
    [texts['payment.value'], usd === null ? null : ltr(formatUsd(usd, tag))],
    [texts['payment.price'], priceAndPhase(payload, texts['payment.phase'], tag)],
    [texts['payment.tokens'], ltr(formatNumber(tokens, tag, 0, 9))],
    [texts['receipt.refund'], refundUsd === null ? null : ltr(formatUsd(refundUsd, tag))],
    [texts['payment.payer'], ltr(payload.sender)],
    [words.presale, ltr(payload.recipient)],
    [texts['receipt.transaction'], ltr(payload.transactionHash)],
    [texts['payment.block'], payload.blockNumber === null ? null : ltr(formatNumber(String(payload.blockNumber), tag))],
    [texts['receipt.key'], ltr(`${keyId} · ${signature}`)],
  ]);
}
