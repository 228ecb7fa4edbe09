import { query } from '#src/client/query.ts';
import { RequestError } from '#src/client/request.ts';
import { saveFile } from '#src/client/save-file.ts';
import { CHAINS } from '#src/config/chains.ts';
import { paymentAmount } from '#src/config/payment-amount.ts';
import type { Receipt, ReceiptResponse } from '#src/contract/receipts.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';
import { formatNumber, formatUsd } from '#src/lib/text/format-number.ts';
import { formatTime } from '#src/lib/time/format-time.ts';
import { statusFacts } from '#src/purchase/payment-statuses.ts';
import { statusNameKey } from '#src/purchase/status-key.ts';
import { element, facts, ltr, part } from '#src/scripts/shared/dom.ts';
import { pageData } from '#src/scripts/shared/page-data.ts';
import { priceAndPhase } from '#src/scripts/shared/price-and-phase.ts';
import type { ReceiptData } from './receipt-data.ts';

const ID = /^(?:1|56|137)-0x[0-9a-f]{64}-(?:coin|\d{1,6})$/;

/** Shows, saves and prints the receipt whose number is in the page's address. */
async function showReceipt(box: HTMLElement): Promise<void> {
  const data = pageData<ReceiptData>('receipt-data');
  const { texts, words, verifyPath } = data;
  const note = part(box, 'note');
  const id = new URLSearchParams(location.search).get('id') ?? '';
  if (!ID.test(id)) {
    note.textContent = texts['receipt.none'];
    return;
  }
  let answer: ReceiptResponse;
  try {
    answer = await query<ReceiptResponse>('/api/receipts', id);
  } catch (error) {
    note.className = 'danger';
    note.textContent = error instanceof RequestError && error.status === 404 ? texts['receipt.none'] : words.failed;
    return;
  }
  const { receipt, current } = answer;
  note.textContent = '';
  const check = `${location.origin}${verifyPath}?receipt=${id}#receipts`;
  part(box, 'paper').replaceChildren(
    element(
      'p',
      { class: statusFacts(current.status).tone === 'success' ? 'success' : 'warning' },
      texts[statusNameKey(current.status, current.final)],
    ),
    rowsOf(receipt, data),
    element('p', {}, words.note),
    ...(current.reversals > 0 ? [element('p', { class: 'warning' }, texts['payment.reversals'])] : []),
  );
  part<HTMLAnchorElement>(box, 'check').href = `${verifyPath}?receipt=${id}#receipts`;
  part(box, 'save').addEventListener('click', () =>
    saveFile(`synx-receipt-${id}.json`, 'application/json', `${JSON.stringify(receipt, null, 2)}\n`),
  );
  part(box, 'print').addEventListener('click', () => print());
  part(box, 'actions').hidden = false;
  const { showProof } = await import('./show-proof.ts');
  void showProof(part(box, 'proof'), id, data);
  const { qrCode } = await import('./qr-code.ts');
  part(box, 'code').replaceChildren(qrCode(check, texts['receipt.qr']));
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
    [texts['receipt.number'], ltr(payload.id)],
    [words.when, formatTime(payload.time, tag)],
    [words.network, CHAINS[chainId].name],
    [texts['payment.paid'], ltr(paymentAmount(paid, texts['payment.notListed'], tag))],
    [texts['payment.value'], usd === null ? null : ltr(formatUsd(usd, tag))],
    [texts['payment.price'], priceAndPhase(payload, texts['payment.phase'], tag)],
    [texts['payment.tokens'], ltr(formatNumber(tokens, tag, 0, 9))],
    [texts['payment.refund'], refundUsd === null ? null : ltr(formatUsd(refundUsd, tag))],
    [texts['payment.payer'], ltr(payload.sender)],
    [words.presale, ltr(payload.recipient)],
    [texts['receipt.transaction'], ltr(payload.transactionHash)],
    [texts['payment.block'], payload.blockNumber === null ? null : ltr(formatNumber(String(payload.blockNumber), tag))],
    [texts['receipt.key'], ltr(`${keyId} · ${signature}`)],
  ]);
}

const box = document.querySelector<HTMLElement>('[data-receipt]');
if (box !== null) void showReceipt(box);
