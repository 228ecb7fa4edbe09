import { CLAIM_STATES, type ClaimState, claimStateOf, isDust } from '#src/client/claim/allocation-states.ts';
import { type ChainSource, type ClaimReading, readClaimFacts } from '#src/client/claim/read-facts.ts';
import { createPoller } from '#src/client/poll.ts';
import { part } from '#src/scripts/shared/dom.ts';
import { canClaimByHand, handView } from './claim-by-hand.ts';
import { type ClaimControls, claimControls } from './claim-controls.ts';
import type { ClaimData, ClaimPlace, ClaimShown } from './claim-data.ts';
import { actionsView, entryView, sentenceOf } from './claim-view.ts';
import type { ClaimWallet } from './claim-wallet.ts';

/** How often a shown entry is read again while the page is looked at, in milliseconds. */
const AGAIN_MS = 15_000;

export class ClaimPage {
  readonly #box: HTMLElement;
  readonly #data: ClaimData;
  readonly #place: ClaimPlace;
  readonly #poller = createPoller({
    look: () => this.#read(),
    waitMs: () => (this.#address === null ? null : AGAIN_MS),
  });
  #address: string | null = null;
  #reading: ClaimReading | null = null;
  #wallet: ClaimWallet | null = null;
  /** Of the shown address, once it has something to claim. */
  #controls: ClaimControls | null = null;
  #isSummaryOpen = false;
  /** What was drawn last: the same is not drawn again, so that focus and selection stay. */
  #drawn = '';
  #drawnHand = '';

  constructor(box: HTMLElement, data: ClaimData, place: ClaimPlace) {
    this.#box = box;
    this.#data = data;
    this.#place = place;
  }

  /** Reads the shown entry again, now. */
  again(): Promise<void> {
    return this.#poller.now();
  }

  /** Shows what an address in lower case receives, and follows it. */
  async lookUp(address: string): Promise<void> {
    const field = part<HTMLInputElement>(this.#box, 'address');
    if (field.value.trim().toLowerCase() !== address) field.value = address;
    if (this.#address !== address) this.#controls = null;
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
    const { node, switchChain } = this.#place;
    this.#wallet ??= claimWallet(this.#data.distributor, {
      ...{ node, switchChain },
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
    const { lists, node } = this.#place;
    const source = this.#wallet?.source() ?? node ?? UNREAD;
    const reading = await readClaimFacts(address, distributor, { source, lists });
    if (this.#address !== address) return;
    part(this.#box, 'note').textContent = '';
    this.#reading = reading;
    await this.#wallet?.read(reading);
    this.#draw();
  }

  #draw(): void {
    if (this.#reading === null) {
      this.#drawn = '';
      this.#drawnHand = '';
      for (const name of ['state', 'entry', 'actions', 'hand']) part(this.#box, name).replaceChildren();
      this.#place.drawn?.(null);
      return;
    }
    const { saveDates } = this.#place;
    const shown: ClaimShown = { data: this.#data, reading: this.#reading, wallet: this.#wallet, saveDates };
    const facts = {
      ...this.#reading.facts,
      wallet: this.#wallet?.facts(this.#reading) ?? null,
      claim: this.#wallet?.claimFacts(this.#reading) ?? null,
      isPhone: looksLikePhone() && !this.#data.isForPhones,
    };
    const now = claimStateOf(facts);
    const mark = JSON.stringify([now, this.#reading, this.#wallet?.mark(this.#reading)], withoutBlock);
    if (mark !== this.#drawn) {
      this.#drawn = mark;
      part(this.#box, 'state').replaceChildren(...sentenceOf(now, shown));
      part(this.#box, 'entry').replaceChildren(...entryView(shown));
      this.#drawActions(now, shown);
      this.#drawHand(shown);
    }
    // Also where nothing has changed: a receipt asks again for a transaction that its node did not show.
    this.#place.drawn?.(shown);
  }

  #drawActions(state: ClaimState, shown: ClaimShown): void {
    const { reading, wallet } = shown;
    const place = part(this.#box, 'actions');
    const rest = actionsView(state, shown, (address) => void this.lookUp(address));
    const { entry } = reading.facts;
    const isOffered = CLAIM_STATES[state].offers === 'claim' && entry !== null;
    if (!isOffered || wallet === null || wallet.account() !== reading.address) {
      place.replaceChildren(...rest);
      return;
    }
    this.#controls ??= claimControls(this.#data, (to) => void this.#showSummary(to));
    const { go, elsewhere, update } = this.#controls;
    update(entry.opened - entry.claimed, wallet.isWaiting(reading), isDust(entry));
    // They are not taken out even for a moment: they would lose the focus.
    if (place.firstChild !== go) place.replaceChildren(go, elsewhere);
    while (go.nextSibling !== elsewhere) go.nextSibling?.remove();
    go.after(...rest);
  }

  /** One window at a time, however often it is asked for. */
  async #showSummary(to: string | null): Promise<void> {
    const reading = this.#reading;
    const wallet = this.#wallet;
    if (this.#isSummaryOpen || reading === null || wallet === null) return;
    this.#isSummaryOpen = true;
    try {
      const { showClaimSummary } = await import('./claim-window.ts');
      const plan = await showClaimSummary(
        { data: this.#data, reading, wallet, ofContract: this.#place.ofContract },
        to,
      );
      if (plan !== null) void wallet.ask(reading, plan);
    } finally {
      this.#isSummaryOpen = false;
    }
  }

  /** Only for another entry: what a visitor has opened there stays open. */
  #drawHand({ data, reading }: ClaimShown): void {
    const mark = `${reading.address} ${canClaimByHand(reading)}`;
    if (mark === this.#drawnHand) return;
    this.#drawnHand = mark;
    part(this.#box, 'hand').replaceChildren(...handView(data, reading, this.#place));
  }
}

const UNREAD: ChainSource = { request: () => Promise.reject(new Error('no wallet is connected')) };

/** A block by itself changes nothing that is shown. */
function withoutBlock(key: string, value: unknown): unknown {
  if (key === 'block' || key === 'time') return undefined;
  return typeof value === 'bigint' ? String(value) : value;
}

/** A phone without a wallet in its browser. */
function looksLikePhone(): boolean {
  return matchMedia('(hover: none) and (pointer: coarse)').matches && !('ethereum' in window);
}
