import { query } from '#src/client/query.ts';
import { RequestError } from '#src/client/request.ts';
import { saveFile } from '#src/client/save-file.ts';
import type { ReceiptResponse } from '#src/contract/receipts.ts';
import { pageData, part } from '#src/scripts/shared/dom.ts';
import type { ReceiptData } from './receipt-data.ts';
import { receiptView } from './receipt-view.ts';

const ID = /^[1-9]\d{0,9}-0x[0-9a-f]{64}-(?:coin|\d{1,6})$/;

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
  const { receipt } = answer;
  note.textContent = '';
  const check = `${location.origin}${verifyPath}?receipt=${id}#receipts`;
  part(box, 'paper').replaceChildren(...receiptView(answer, data));
  part<HTMLAnchorElement>(box, 'check').href = `${verifyPath}?receipt=${id}#receipts`;
  part(box, 'save').addEventListener('click', () =>
    saveFile(`synx-receipt-${id}.json`, 'application/json', `${JSON.stringify(receipt, null, 2)}\n`),
  );
  part(box, 'print').addEventListener('click', () => print());
  part(box, 'actions').hidden = false;
  const { showProof } = await import('./show-proof.ts');
  void showProof(part(box, 'proof'), id, data);
  const { qrCode } = await import('#src/client/qr-code.ts');
  part(box, 'code').replaceChildren(qrCode(check, texts['receipt.qr']));
}

const box = document.querySelector<HTMLElement>('[data-receipt]');
if (box !== null) void showReceipt(box);
