import { explorerUrl } from '#src/config/explorer-url.ts';
import type { Receipt } from '#src/contract/receipts.ts';
import { formatNumber, formatUsd } from '#src/lib/text/format-number.ts';
import { element, facts, ltr } from '#src/scripts/shared/dom.ts';
import { priceAndPhase } from '#src/scripts/shared/price-and-phase.ts';
import type { ReceiptData } from './receipt-data.ts';

/** The other statements of a receipt, for whoever checks it. */
export function receiptDetails({ payload, keyId, signature }: Receipt, { texts, words, tag }: ReceiptData) {
  const { chainId, refundUsd, transactionHash, blockNumber } = payload;
  const explorer = explorerUrl(chainId, 'tx', transactionHash);
  return facts([
    [texts['receipt.issuer'], ltr(`${words.issuer} · ${location.origin}`)],
    [texts['payment.price'], priceAndPhase(payload, texts['payment.phase'], tag)],
    [texts['receipt.refund'], refundUsd === null ? null : ltr(formatUsd(refundUsd, tag))],
    [texts['payment.payer'], ltr(payload.sender)],
    [words.presale, ltr(payload.recipient)],
    [
      texts['receipt.transaction'],
      explorer === null
        ? null
        : element('a', { class: 'link', href: explorer, target: '_blank', rel: 'noreferrer' }, words.explorer),
    ],
    [texts['payment.block'], blockNumber === null ? null : ltr(formatNumber(String(blockNumber), tag))],
    [texts['receipt.number'], ltr(payload.id)],
    [texts['receipt.key'], ltr(`${keyId} · ${signature}`)],
  ]);
}
