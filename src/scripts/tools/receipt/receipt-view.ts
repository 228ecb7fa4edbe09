import { CHAINS } from '#src/config/chains.ts';
import { explorerUrl } from '#src/config/explorer-url.ts';
import { paymentAmount } from '#src/config/payment-amount.ts';
import type { Receipt, ReceiptPayload, ReceiptResponse } from '#src/contract/receipts.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatNumber, formatUsd } from '#src/lib/text/format-number.ts';
import { formatDay } from '#src/lib/time/format-day.ts';
import { formatZonedTime } from '#src/lib/time/format-time.ts';
import { statusFacts, statusNameKey } from '#src/purchase/payment-statuses.ts';
import { element, facts, ltr } from '#src/scripts/shared/dom.ts';
import { groupedAddress } from '#src/scripts/shared/grouped-address.ts';
import { priceAndPhase } from '#src/scripts/shared/price-and-phase.ts';
import type { ReceiptData } from './receipt-data.ts';

/** What a certificate says in large letters; only a credit that holds is said to be on the balance. */
export function certificateFacts({ receipt, current }: ReceiptResponse, { texts, words, tag }: ReceiptData) {
  const { payload } = receipt;
  const isCredited = statusFacts(current.status).tone === 'success';
  return {
    isCredited,
    title: `${words.site} · ${texts['receipt.title']}`,
    tokens: formatNumber(payload.tokens, tag, 0, 9),
    unit: isCredited ? texts['receipt.credited'] : texts['payment.tokens'],
    paid: paidText(payload, texts['payment.notListed'], tag),
    network: CHAINS[payload.chainId].name,
    when: payload.blockTime === null ? null : formatZonedTime(payload.blockTime, tag),
    day: payload.blockTime === null ? null : formatDay(payload.blockTime.slice(0, 10), tag),
    note: isCredited ? fill(texts['receipt.balance'], { site: location.host }) : '',
  };
}

/** The receipt as a banknote, with the state of its payment now. Its engraving is drawn into the part `art`. */
export function receiptView(answer: ReceiptResponse, data: ReceiptData): readonly HTMLElement[] {
  const { texts, words } = data;
  const { receipt, current } = answer;
  const shown = certificateFacts(answer, data);
  return [
    element(
      'div.certificate',
      element('div.certificate-art', { 'data-part': 'art' }),
      element('p.eyebrow', shown.title),
      element(
        'p',
        { class: shown.isCredited ? 'success' : 'warning' },
        texts[statusNameKey(current.status, current.final)],
      ),
      element('p.certificate-figure', ltr(shown.tokens), element('span', shown.unit)),
      facts([
        [texts['payment.paid'], ltr(shown.paid)],
        [words.network, shown.network],
        [words.when, shown.when],
        [texts['receipt.entry'], element('span', { 'data-part': 'entry' }, '…')],
      ]),
      element('p.note', `${shown.note} ${texts['receipt.pattern']}`.trim()),
      element('p.certificate-hash.ltr', receipt.payload.transactionHash),
    ),
    ...(shown.isCredited ? [element('p', words.note)] : []),
    ...(current.reversals > 0 ? [element('p.warning', texts['payment.reversals'])] : []),
  ];
}

/** The other statements of a receipt, for whoever checks it. */
export function receiptDetails({ payload, keyId, signature }: Receipt, { texts, words, tag }: ReceiptData) {
  const { chainId, refundUsd, transactionHash, blockNumber, status, time } = payload;
  const explorer = explorerUrl(chainId, 'tx', transactionHash);
  return facts([
    [texts['receipt.issuer'], ltr(`${words.issuer} · ${location.origin}`)],
    [status === 'credited' ? words.credited : texts['receipt.reversed'], formatZonedTime(time, tag)],
    [texts['payment.price'], priceAndPhase(payload, texts['payment.phase'], tag)],
    [texts['receipt.refund'], refundUsd === null ? null : ltr(formatUsd(refundUsd, tag))],
    [texts['payment.payer'], groupedAddress(payload.sender)],
    [words.presale, groupedAddress(payload.recipient)],
    [
      texts['receipt.transaction'],
      explorer === null
        ? null
        : element('a.link', { href: explorer, target: '_blank', rel: 'noreferrer' }, words.explorer),
    ],
    // Nobody signed for it: it is on the chain alone.
    [words.fee, texts['receipt.fee']],
    [texts['payment.block'], blockNumber === null ? null : ltr(formatNumber(String(blockNumber), tag))],
    [texts['receipt.number'], ltr(payload.id)],
    [texts['receipt.key'], ltr(keyId)],
    [texts['receipt.signature'], ltr(signature)],
  ]);
}

/** The amount paid, and its value where that is another number. */
function paidText({ chainId, token, amount, decimals, usd }: ReceiptPayload, unlisted: string, tag: string): string {
  const paid = {
    chainId,
    paymentMethod: token,
    paymentAmount: formatUnits(BigInt(amount), decimals),
    paymentBaseUnits: amount,
  };
  const text = paymentAmount(paid, unlisted, tag);
  // Isolated: in Arabic, the dollars are a word that is read from the right, after an amount that is not.
  return usd === null ? text : `${text} (\u2068${formatUsd(usd, tag)}\u2069)`;
}
