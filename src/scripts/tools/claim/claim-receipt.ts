import type { ChainSource } from '#src/client/claim/read-facts.ts';
import { readClaimReceipt } from '#src/client/claim/read-receipt.ts';
import { formatNumber } from '#src/lib/text/format-number.ts';
import { element, facts, ltr } from '#src/scripts/shared/dom.ts';
import { groupedAddress } from '#src/scripts/shared/grouped-address.ts';
import type { ClaimData } from './claim-data.ts';
import { synxText, timeView } from './claim-format.ts';

/** What a claim has paid, to be printed; null if the source does not show it. Rejects with the source's errors. */
export async function receiptOf(
  paid: { readonly account: string; readonly hash: string },
  { texts, receipt: words, tag, distributor: { claims } }: ClaimData,
  source: ChainSource,
): Promise<HTMLElement | null> {
  const receipt = words === null ? null : await readClaimReceipt(source, claims, paid);
  if (words === null || receipt === null) return null;
  const print = element('button.button.button-small', { type: 'button' }, words.print);
  print.addEventListener('click', () => window.print());
  return element(
    'section.stack',
    { 'aria-labelledby': 'claim-receipt' },
    element('h3', { id: 'claim-receipt' }, texts['claim.receipt']),
    facts([
      [words.amount, ltr(`${synxText(receipt.amount, tag)} SYNX`)],
      [texts['claim.window.from'], groupedAddress(claims)],
      [texts['claim.window.to'], groupedAddress(receipt.to)],
      [words.time, timeView(receipt.blockTime, tag)],
      [words.transaction, ltr(paid.hash, 'break')],
      [words.block, formatNumber(String(receipt.blockNumber), tag)],
    ]),
    element('p', print),
  );
}
