import { query } from '#src/client/query.ts';
import { RequestError } from '#src/client/request.ts';
import { saveFile } from '#src/client/save-file.ts';
import type { ReceiptResponse } from '#src/contract/receipts.ts';
import { element, pageData, part } from '#src/scripts/shared/dom.ts';
import type { ReceiptData } from './receipt-data.ts';

const ID = /^[1-9]\d{0,9}-0x[0-9a-f]{64}-(?:coin|\d{1,6})$/;

/** Shows, saves and prints the receipt whose number is in the page's address. */
async function showReceipt(box: HTMLElement): Promise<void> {
  const data = pageData<ReceiptData>('receipt-data');
  const { texts, words, verifyPath } = data;
  const note = part(box, 'note');
  const id = new URLSearchParams(location.search).get('id') ?? '';
  const tellNone = () => {
    note.textContent = id === '' ? '' : texts['receipt.none'];
    part(box, 'where').hidden = false;
  };
  if (!ID.test(id)) return tellNone();
  // Drawn by a part that loads while the server answers.
  const drawn = import('./receipt-view.ts');
  let answer: ReceiptResponse;
  try {
    answer = await query<ReceiptResponse>('/api/receipts', id);
  } catch (error) {
    note.className = 'danger';
    if (error instanceof RequestError && error.status === 404) return tellNone();
    note.textContent = words.failed;
    return;
  }
  const { receipt } = answer;
  note.hidden = true;
  const { receiptDetails, receiptView } = await drawn;
  part(box, 'paper').replaceChildren(...receiptView(answer, data));
  part(box, 'details').replaceChildren(receiptDetails(receipt, data));
  void drawArt(part(box, 'art'), receipt.payload.transactionHash);
  const path = `${verifyPath}?receipt=${id}#receipts`;
  part<HTMLAnchorElement>(box, 'check').href = path;
  part(box, 'save').addEventListener('click', () =>
    saveFile(`synx-receipt-${id}.json`, 'application/json', `${JSON.stringify(receipt, null, 2)}\n`),
  );
  part(box, 'print').addEventListener('click', () => print());
  startPicture(box, answer, data);
  part(box, 'actions').hidden = false;
  const { showProof } = await import('./show-proof.ts');
  void showProof(part(box, 'proof'), id, data).then((entry) => {
    part(box, 'entry').textContent = entry ?? '–';
  });
  const { qrCode } = await import('#src/client/qr-code.ts');
  part(box, 'code').replaceChildren(
    qrCode(location.origin + path, texts['receipt.qr']),
    element('p', { class: 'note', 'aria-hidden': 'true' }, texts['receipt.qr']),
  );
}

/** A receipt is complete without its engraving: one that does not load leaves no gap. */
async function drawArt(box: HTMLElement, hash: string): Promise<void> {
  try {
    const { drawEngraving } = await import('#src/scripts/shared/draw-engraving.ts');
    box.replaceChildren(drawEngraving(hash));
  } catch {
    box.remove();
  }
}

function startPicture(box: HTMLElement, answer: ReceiptResponse, data: ReceiptData): void {
  const button = part<HTMLButtonElement>(box, 'picture');
  const hide = part<HTMLInputElement>(box, 'hide');
  const failed = part(box, 'unmade');
  button.addEventListener('click', async () => {
    failed.textContent = '';
    try {
      const { savePicture } = await import('./save-picture.ts');
      await savePicture(box, answer, data, hide.checked);
    } catch {
      failed.textContent = data.words.unmade;
    }
  });
}

const box = document.querySelector<HTMLElement>('[data-receipt]');
if (box !== null) void showReceipt(box);
