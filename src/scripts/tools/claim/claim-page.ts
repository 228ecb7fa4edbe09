import { claimStateOf } from '#src/client/claim/allocation-states.ts';
import { type ClaimReading, readClaimFacts } from '#src/client/claim/read-facts.ts';
import { jsonRpc } from '#src/client/json-rpc.ts';
import { createPoller } from '#src/client/poll.ts';
import { publicRpc } from '#src/config/public-rpc.ts';
import { part } from '#src/scripts/shared/dom.ts';
import type { ClaimData } from './claim-data.ts';
import { actionsView, type ClaimShown, entryView, sentenceOf } from './claim-view.ts';
import type { ClaimWallet } from './claim-wallet.ts';

/** How often a shown entry is read again while the page is looked at, in milliseconds. */
const AGAIN_MS = 15_000;

let made: ClaimPage | null = null;

/** The page's one claim tool. */
export function claimPage(box: HTMLElement, data: ClaimData): ClaimPage {
  made ??= new ClaimPage(box, data);
  return made;
}

class ClaimPage {
  readonly #box: HTMLElement;
  readonly #data: ClaimData;
  readonly #poller = createPoller({
    look: () => this.#read(),
    waitMs: () => (this.#address === null ? null : AGAIN_MS),
  });
  #address: string | null = null;
  #reading: ClaimReading | null = null;
  #wallet: ClaimWallet | null = null;
  /** What was drawn last: the same is not drawn again, so that focus and selection stay. */
  #drawn = '';

  constructor(box: HTMLElement, data: ClaimData) {
    this.#box = box;
    this.#data = data;
  }

  /** Shows what an address in lower case receives, and follows it. */
  async lookUp(address: string): Promise<void> {
    const field = part<HTMLInputElement>(this.#box, 'address');
    if (field.value.trim().toLowerCase() !== address) field.value = address;
    this.#address = address;
    this.#reading = null;
    this.#draw();
    part(this.#box, 'note').textContent = this.#data.texts['claim.busy'];
    // A look for another address may be under way.
    await this.#poller.now();
    if (this.#reading === null) await this.#poller.now();
  }

  /** From now on the connected wallet and the claims of this browser count as well. */
  async followWallet(): Promise<void> {
    const { claimWallet } = await import('./claim-wallet.ts');
    this.#wallet ??= claimWallet(this.#data.distributor, {
      changed: () => this.#draw(),
      settled: () => void this.#poller.now(),
      connected: (account) => {
        if (this.#address === null) void this.lookUp(account);
        else this.#draw();
      },
    });
  }

  async #read(): Promise<void> {
    const address = this.#address;
    if (address === null) return;
    const { distributor } = this.#data;
    const source = jsonRpc(publicRpc(distributor.chainId), new AbortController().signal);
    const reading = await readClaimFacts(address, distributor, this.#wallet?.source() ?? source);
    if (this.#address !== address) return;
    part(this.#box, 'note').textContent = '';
    this.#reading = reading;
    await this.#wallet?.read(reading);
    this.#draw();
  }

  #draw(): void {
    const state = part(this.#box, 'state');
    const entry = part(this.#box, 'entry');
    const actions = part(this.#box, 'actions');
    if (this.#reading === null) {
      this.#drawn = '';
      for (const place of [state, entry, actions]) place.replaceChildren();
      return;
    }
    const shown: ClaimShown = { data: this.#data, reading: this.#reading, wallet: this.#wallet };
    const { isPhone, bridge } = { isPhone: looksLikePhone(), bridge: this.#data.bridge };
    const facts = {
      ...this.#reading.facts,
      wallet: this.#wallet?.facts(this.#reading) ?? null,
      claim: this.#wallet?.claimFacts(this.#reading) ?? null,
      isPhone: isPhone && !bridge,
    };
    const now = claimStateOf(facts);
    const mark = JSON.stringify([now, this.#reading, this.#wallet?.mark(this.#reading)], (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    if (mark === this.#drawn) return;
    this.#drawn = mark;
    state.replaceChildren(...sentenceOf(now, shown));
    entry.replaceChildren(...entryView(shown));
    actions.replaceChildren(...actionsView(now, shown, (address) => void this.lookUp(address)));
  }
}

/** A phone without a wallet in its browser. */
function looksLikePhone(): boolean {
  return matchMedia('(hover: none) and (pointer: coarse)').matches && !('ethereum' in window);
}
