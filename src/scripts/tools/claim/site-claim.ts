import type { ChainSource, ClaimReading } from '#src/client/claim/read-facts.ts';
import { SITE_LISTS } from '#src/client/claim/site-lists.ts';
import { jsonRpc } from '#src/client/json-rpc.ts';
import { publicRpc } from '#src/config/public-rpc.ts';
import { PAID_CLAIM } from '#src/config/storage-keys.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatNumber } from '#src/lib/text/format-number.ts';
import { element, part, startCopyButton } from '#src/scripts/shared/dom.ts';
import { groupedAddress } from '#src/scripts/shared/grouped-address.ts';
import { readItem, writeItem } from '#src/scripts/shell/browser-items.ts';
import { balanceDrawer } from './balance-drawer.ts';
import type { ClaimData, ClaimShown } from './claim-data.ts';
import { saveDates } from './claim-dates.ts';
import { ClaimPage } from './claim-page.ts';
import { sayAsRead } from './contract-state.ts';

let made: ClaimPage | null = null;

/** The one tool of the site's page of the claim. */
export function siteClaim(box: HTMLElement, data: ClaimData, drawn: () => void): ClaimPage {
  const { chainId } = data.distributor;
  const node = jsonRpc(publicRpc(chainId), new AbortController().signal);
  const drawReceipt = receiptDrawer(part(box, 'receipt'), node);
  const drawBalance = balanceDrawer(box, data.tag);
  made ??= new ClaimPage(box, data, {
    lists: SITE_LISTS,
    node,
    switchChain: async () => (await import('#src/stores/switch-network.ts')).switchNetwork(chainId),
    copies: startCopyButton,
    saveDates,
    drawn: (shown) => {
      drawn();
      drawBalance(shown?.reading);
      if (shown !== null) sayAsRead(data, shown.reading);
      void drawReceipt(shown);
    },
    ofContract: (reading) => ofContract(data, reading),
    folder: (batch) => `/allocation/${batch}/`,
  });
  return made;
}

/** The contract's address with its pattern, which this page also has, and who else names the contract. */
function ofContract({ texts, words, tag, distributor }: ClaimData, { batch, naming }: ClaimReading) {
  const isNamed = batch?.distributor?.claims === distributor.claims;
  const note =
    isNamed && naming.record !== null
      ? fill(texts['claim.window.sameRecord'], { record: formatNumber(String(naming.record), tag) })
      : texts[`claim.window.${isNamed ? 'sameServer' : 'same'}`];
  const pattern = document.querySelector('[data-part="pattern"]')?.cloneNode(true);
  return [
    element('span.address-line', pattern, groupedAddress(distributor.claims)),
    element('span.note.block', note),
    element('span.note.block', words.compare),
  ];
}

/**
 * Draws the receipt of the last claim that has paid, and keeps its transaction for when the page is opened again. It
 * stays while the entry is shown, also during the next claim.
 */
function receiptDrawer(place: HTMLElement, node: ChainSource) {
  let drawn: string | null = null;
  return async (shown: ClaimShown | null): Promise<void> => {
    if (shown === null) {
      drawn = null;
      place.replaceChildren();
      return;
    }
    const { data, reading, wallet } = shown;
    const account = reading.address;
    const hash = wallet?.paidBy(reading) ?? keptFor(account);
    if (hash === null || hash === drawn) return;
    drawn = hash;
    const { receiptOf } = await import('./claim-receipt.ts');
    const view = await receiptOf({ account, hash }, data, wallet?.source() ?? node).catch(() => null);
    if (drawn !== hash) return;
    // A node may be behind: the next reading asks again.
    if (view === null) drawn = null;
    else {
      place.replaceChildren(view);
      // Not for whoever looks at an address, nor after a logout, which removes it.
      if (wallet?.account() === account) writeItem(PAID_CLAIM, `${account} ${hash}`);
    }
  };
}

function keptFor(account: string): string | null {
  const [payee, hash = null] = (readItem(PAID_CLAIM) ?? '').split(' ');
  return payee === account ? hash : null;
}
