import { SITE_LISTS } from '#src/client/claim/site-lists.ts';
import { jsonRpc } from '#src/client/json-rpc.ts';
import { publicRpc } from '#src/config/public-rpc.ts';
import { startCopyButton } from '#src/scripts/shared/dom.ts';
import type { ClaimData } from './claim-data.ts';
import { saveDates } from './claim-dates.ts';
import { ClaimPage } from './claim-page.ts';

let made: ClaimPage | null = null;

/** The one tool of the site's page of the claim. */
export function siteClaim(box: HTMLElement, data: ClaimData): ClaimPage {
  const { chainId } = data.distributor;
  made ??= new ClaimPage(box, data, {
    lists: SITE_LISTS,
    node: jsonRpc(publicRpc(chainId), new AbortController().signal),
    switchChain: async () => (await import('#src/stores/switch-network.ts')).switchNetwork(chainId),
    copies: startCopyButton,
    saveDates,
    folder: (batch) => `/allocation/${batch}/`,
  });
  return made;
}
