import { checkReceipt } from '#src/client/check-receipt.ts';
import { query } from '#src/client/query.ts';
import { request } from '#src/client/request.ts';
import type { Receipt, ReceiptResponse, VerifyKeys, VerifyReceipt } from '#src/contract/receipts.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatNumber } from '#src/lib/text/format-number.ts';
import { element, part } from '#src/scripts/shared/dom.ts';
import { drawEngraving } from '#src/scripts/shared/draw-engraving.ts';
import type { VerifyData } from './verify-data.ts';

let keys: Promise<VerifyKeys> | null = null;

/** Checks a pasted or opened receipt in this browser; only a separate button sends it to the server. */
export function startReceipt({ texts, tag }: VerifyData): void {
  const form = part<HTMLFormElement>(document, 'receipt');
  const field = form.querySelector('textarea');
  const file = form.querySelector<HTMLInputElement>('input[type="file"]');
  const output = form.querySelector('output');
  const ask = part<HTMLButtonElement>(form, 'ask');
  if (field === null || file === null || output === null) return;
  let shown: Receipt | null = null;
  // A receipt can then be checked even after the connection is lost.
  loadKeys().catch(() => undefined);
  const tell = (tone: string, text: string) => output.append(element('span', { class: tone }, text));
  const tellStanding = (standing: string, text: string) => tell(standing === 'credited' ? 'success' : 'warning', text);
  const tellUnasked = () => tell('danger', texts['verify.unasked']);

  const check = async () => {
    output.replaceChildren();
    ask.hidden = true;
    const published = await loadKeys().catch(() => null);
    if (published === null) return tellUnasked();
    const { problem, receipt } = await checkReceipt(field.value, published.keys);
    shown = receipt;
    ask.hidden = receipt === null;
    if (problem !== null) return tell('danger', texts[`verify.receipt.${problem}`]);
    const { status, tokens, sender } = receipt.payload;
    const values = { tokens: formatNumber(tokens, tag, 0, 9), wallet: sender };
    tellStanding(status, fill(texts[`verify.receipt.${status}`], values));
    tell('note', fill(texts['verify.receipt.local'], { key: receipt.keyId }));
    const art = drawEngraving(receipt.payload.transactionHash);
    output.append(element('span.engraving-box', art));
    tell('note', texts['verify.receipt.pattern']);
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void check();
  });
  file.addEventListener('change', async () => {
    field.value = (await file.files?.[0]?.text()) ?? '';
    file.value = '';
    await check();
  });
  ask.addEventListener('click', async () => {
    if (shown === null) return;
    const answer = await request<VerifyReceipt>('POST', '/api/verify/receipt', { receipt: shown }).catch(() => null);
    ask.hidden = true;
    if (answer?.problem) tell('danger', texts[`verify.receipt.${answer.problem}`]);
    else if (answer?.ledger) tellStanding(answer.ledger, texts[`verify.ledger.${answer.ledger}`]);
    else tellUnasked();
  });

  // The QR code of a receipt links here with its number.
  const id = new URLSearchParams(location.search).get('receipt');
  if (id === null || !/^[\w-]+$/.test(id)) return;
  query<ReceiptResponse>('/api/receipts', id).then(({ receipt }) => {
    field.value = JSON.stringify(receipt, null, 2);
    return check();
  }, tellUnasked);
}

/** The published keys, requested once; after a failure they are requested again. */
function loadKeys(): Promise<VerifyKeys> {
  keys ??= query<VerifyKeys>('/api/verify/keys').catch((error: unknown) => {
    keys = null;
    throw error;
  });
  return keys;
}
