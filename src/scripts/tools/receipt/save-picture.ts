import { saveFile } from '#src/client/save-file.ts';
import type { ReceiptResponse } from '#src/contract/receipts.ts';
import { HIDDEN_AMOUNT } from '#src/lib/text/hidden-amount.ts';
import { certificateImage } from './certificate-image.ts';
import type { ReceiptData } from './receipt-data.ts';
import { certificateFacts } from './receipt-view.ts';

/** Shares the certificate, or saves it as a PNG; without its amounts if `hidden`. Throws as certificateImage does. */
export async function savePicture(box: Element, answer: ReceiptResponse, data: ReceiptData, hidden: boolean) {
  const { texts, words } = data;
  const { transactionHash } = answer.receipt.payload;
  const shown = certificateFacts(answer, data);
  const entry = box.querySelector('[data-part="entry"]')?.textContent ?? '';
  const picture = await certificateImage(box, transactionHash, {
    eyebrow: shown.title,
    figure: hidden ? HIDDEN_AMOUNT : shown.tokens,
    unit: shown.unit,
    rows: [
      ...(hidden ? [] : [[texts['payment.paid'], shown.paid] as const]),
      [words.network, shown.network],
      ...(shown.day === null ? [] : [[words.when, shown.day] as const]),
      ...(hidden ? [] : [[texts['receipt.entry'], entry] as const]),
    ],
    note: shown.note,
    hash: hidden ? null : transactionHash,
  });
  const file = new File([picture], 'synx-purchase.png', { type: picture.type });
  const isPhone = matchMedia('(pointer: coarse)').matches;
  if (!isPhone || navigator.canShare?.({ files: [file] }) !== true) return saveFile(file.name, file.type, picture);
  // The visitor may close the menu.
  await navigator.share({ files: [file] }).catch(() => undefined);
}
