import { CHAINS } from '#src/config/chains.ts';
import { paymentAmount } from '#src/config/payment-amount.ts';
import type { PaymentView } from '#src/contract/payments.ts';
import { formatNumber, formatUsd } from '#src/lib/text/format-number.ts';
import { element, facts, ltr } from '#src/scripts/shared/dom.ts';
import { groupedAddress } from '#src/scripts/shared/grouped-address.ts';
import { priceAndPhase } from '#src/scripts/shared/price-and-phase.ts';
import type { TrackData } from './track-data.ts';

/** One payment with its amounts, as a list; names its chain only if it differs from the one stated before. */
export function paymentFacts(payment: PaymentView, stated: number | null, data: TrackData): HTMLElement {
  const { texts, tag } = data;
  const { chainId, usdAmount, tokenAmount, refundUsd, refundsPaid } = payment;
  return element(
    'div.stack',
    facts([
      [texts['payment.paid'], ltr(paymentAmount(payment, texts['payment.notListed'], tag))],
      [data.network, chainId === null || chainId === stated ? null : CHAINS[chainId].name],
      [texts['payment.value'], usdAmount === null ? null : ltr(formatUsd(usdAmount, tag))],
      [texts['payment.price'], priceAndPhase(payment, texts['payment.phase'], tag)],
      [texts['payment.tokens'], tokenAmount === null ? null : ltr(formatNumber(tokenAmount, tag, 0, 9))],
      [texts['payment.refund'], refundUsd === null ? null : ltr(formatUsd(refundUsd, tag))],
      ...refundsPaid.map(({ usd, transactionHash }): [string, HTMLElement] => [
        texts['payment.refunded'],
        element('span', ltr(formatUsd(usd, tag)), ' · ', ltr(transactionHash, 'break')),
      ]),
      [texts['payment.payer'], payment.payer === null ? null : groupedAddress(payment.payer)],
      [texts['payment.block'], payment.block === null ? null : ltr(formatNumber(String(payment.block), tag))],
    ]),
    payment.receipt !== null &&
      payment.id !== null &&
      element('p', element('a.link', { href: `${data.receiptPath}?id=${payment.id}` }, texts['payment.receipt'])),
    payment.belowMinimum && element('p.note', data.belowMinimum),
    payment.reversals > 0 && element('p.note', texts['payment.reversals']),
  );
}
