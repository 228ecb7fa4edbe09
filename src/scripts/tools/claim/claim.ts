import { request } from '#src/client/request.ts';
import { serverTime } from '#src/client/server-time.ts';
import { CLAIM_REQUEST } from '#src/config/storage-keys.ts';
import type { AllocationView } from '#src/contract/allocation.ts';
import { ADDRESS_PATTERN } from '#src/lib/text/hex-patterns.ts';
import { element, pageData, part } from '#src/scripts/shared/dom.ts';
import { repeatSubmit } from '#src/scripts/shared/repeat-submit.ts';
import type { ClaimData } from './claim-data.ts';
import { nowText } from './claim-now.ts';
import { sayAsTold } from './contract-state.ts';

const root = document.querySelector<HTMLElement>('[data-claim]');
if (root !== null) startClaim(root);

/**
 * The form that looks an address up. What reads the list loads with the first look, what follows a wallet once there is
 * one, or a claim that this browser has asked for.
 */
function startClaim(box: HTMLElement): void {
  const data = pageData<ClaimData>('claim-data');
  const form = part<HTMLFormElement>(box, 'form');
  const field = part<HTMLInputElement>(box, 'address');
  const note = part(box, 'note');
  const page = () => import('./site-claim.ts').then(({ siteClaim }) => siteClaim(box, data, stateFirst));
  let general: string | null = null;
  // What is true for every address stays on top while it is all there is to say about one. The same state does not say
  // the same to all: what is staked opens on a day of its own.
  const stateFirst = () => {
    const state = part(box, 'state');
    const isSame = state.textContent?.trim() === general;
    state.classList.toggle('unseen', isSame);
    box.toggleAttribute('data-same', isSame);
  };
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const address = field.value.trim();
    note.textContent = ADDRESS_PATTERN.test(address) ? '' : data.texts['claim.invalid'];
    if (note.textContent === '') await (await page()).lookUp(address.toLowerCase());
  });
  repeatSubmit(form);
  request<AllocationView>('GET', '/api/allocation').then(
    (batch) => {
      general = nowText(batch, data, serverTime() ?? Date.now());
      part(box, 'now').replaceChildren(element('span', general));
      stateFirst();
      const { distributor: named } = batch;
      if (named?.claims !== data.distributor.claims) sayAsTold(data, 'unnamed');
      else sayAsTold(data, named.fundedAt === null ? 'unfunded' : 'funded');
    },
    (error: unknown) => console.warn(error),
  );
  const follow = async () => (await page()).followWallet();
  if (document.documentElement.dataset.session !== undefined || hasClaim()) void follow();
  else addEventListener('synx:session', follow, { once: true });
}

function hasClaim(): boolean {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith(CLAIM_REQUEST));
  } catch {
    return false;
  }
}
