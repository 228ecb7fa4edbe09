import { CLAIMED_EVENT } from '#src/chain/read-claims.ts';
import { readTransaction } from '#src/chain/read-transaction.ts';
import type { ChainSource } from '#src/client/claim/read-facts.ts';
import { formatNumber } from '#src/lib/text/format-number.ts';
import { element, facts, ltr } from '#src/scripts/shared/dom.ts';
import type { ClaimData } from './claim-data.ts';
import { synxText, timeView } from './claim-format.ts';

/**
 * What a claim has paid, as its transaction shows it, to be printed; null if the source does not show it. Rejects with
 * the source's errors.
 */
export async function receiptOf(
  { account, hash }: { readonly account: string; readonly hash: string },
  { texts, words, tag, distributor }: ClaimData,
  source: ChainSource,
): Promise<HTMLElement | null> {
  const transaction = await readTransaction(source, hash);
  if (transaction.state !== 'mined') return null;
  const paid = transaction.logs.find(
    ({ address, topics: [event, of] }) =>
      address === distributor.claims && event === CLAIMED_EVENT && addressIn(of) === account,
  );
  if (paid === undefined) return null;
  const print = element('button.button.button-small.no-print', { type: 'button' }, words.print);
  print.addEventListener('click', () => window.print());
  return element(
    'section.stack-tight',
    { 'aria-labelledby': 'claim-receipt' },
    element('h3', { id: 'claim-receipt' }, texts['claim.receipt']),
    facts([
      [words.amount, ltr(`${synxText(BigInt(paid.data), tag)} SYNX`)],
      [texts['claim.window.from'], ltr(distributor.claims, 'break')],
      [texts['claim.window.to'], ltr(addressIn(paid.topics[2]), 'break')],
      [words.time, timeView(transaction.blockTime, tag)],
      [words.transaction, ltr(hash, 'break')],
      [words.block, formatNumber(String(transaction.blockNumber), tag)],
    ]),
    element('p', print),
  );
}

/** The address in a topic. */
function addressIn(topic = ''): string {
  return `0x${topic.slice(-40)}`;
}
