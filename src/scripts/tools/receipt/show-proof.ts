import { checkProof } from '#src/client/check-proof.ts';
import { query } from '#src/client/query.ts';
import type { VerifyKeys } from '#src/contract/receipts.ts';
import type { ProofResponse } from '#src/contract/records.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatDay } from '#src/lib/time/format-day.ts';
import { element } from '#src/scripts/shared/dom.ts';
import type { ReceiptData } from './receipt-data.ts';

const LOOK = { rooted: 'success', open: 'note', bad: 'danger' } as const;

/** Shows a payment's public records, each verified here; answers which entry of the purchases is its first. */
export async function showProof(
  box: HTMLElement,
  id: string,
  { texts, words, tag }: ReceiptData,
): Promise<string | null> {
  let entry: string | null = null;

  box.replaceChildren(element('h2', texts['receipt.proof.title']));
  try {
    const [{ proofs }, { keys }] = await Promise.all([
      query<ProofResponse>('/api/records/proof', id),
      query<VerifyKeys>('/api/verify/keys'),
    ]);
    for (const proof of proofs) {
      const { kind, number } = proof.record;
      const record = kind === 'purchases' ? fill(texts['receipt.proof.purchase'], { number }) : `${kind}-${number}`;
      if (kind === 'purchases') entry ??= record;
      const found = await checkProof(proof, keys);
      const text =
        found === 'unable'
          ? `${record}: ${words.unable}`
          : fill(texts[`receipt.proof.${found}`], {
              record,
              day: proof.root === null ? '' : formatDay(proof.root.payload.day, tag),
            });
      box.append(element('p', { class: found === 'unable' ? 'note' : LOOK[found] }, text));
    }
    box.append(element('a.link', { href: `/api/records/proof/${id}`, target: '_blank' }, texts['receipt.proof.link']));
  } catch {
    box.append(element('p.note', words.unread));
  }
  return entry;
}
