import { keepAsking } from '#src/client/poll.ts';
import { query } from '#src/client/query.ts';
import { RequestError } from '#src/client/request.ts';
import { explorerUrl } from '#src/config/explorer-url.ts';
import type { Track, TrackWallet } from '#src/contract/track.ts';
import { fill } from '#src/lib/text/fill.ts';
import { isShortened, parseTrackInput, type TrackInput } from '#src/lib/text/track-input.ts';
import { element, pageData, part, startCopyButton } from '#src/scripts/shared/dom.ts';
import { repeatSubmit } from '#src/scripts/shared/repeat-submit.ts';
import { startRecoverForm } from './recover-form.ts';
import type { TrackData } from './track-data.ts';

/** After how many milliseconds an answer includes a report: the server caches answers for a second. */
const REPORTED_MS = 1_500;

/** How many replacements in a row to follow; answers that go in circles are shown as they are. */
const MOST_HOPS = 8;

/** Looks up the transaction in the page's address or field, and follows it while the page is open. */
class TrackPage {
  readonly #box: HTMLElement;
  readonly #data = pageData<TrackData>('track-data');
  readonly #form: HTMLFormElement;
  readonly #result: HTMLElement;
  readonly #wallet: HTMLElement;
  readonly #note: HTMLElement;
  readonly #showRecover: (track: Track | null) => void;
  #stop = () => {};
  #current: TrackInput | null = null;
  /** The last answer that was drawn, as text. */
  #last = '';
  /** The transaction on the page: the requested one, or its replacement. */
  #shown = '';
  /** The answer to what was just asked for comes into view: the form, above it, fills a small screen. */
  #isAsked = false;
  /** Replacements followed since the last answer about a transaction that is still valid. */
  #hops = 0;

  constructor(box: HTMLElement) {
    this.#box = box;
    this.#form = part<HTMLFormElement>(box, 'form');
    this.#result = part(box, 'result');
    this.#wallet = part(box, 'wallet');
    this.#note = part(box, 'note');
    this.#showRecover = startRecoverForm(part<HTMLDetailsElement>(box, 'recover'), this.#data, () =>
      setTimeout(() => this.#current !== null && this.#start(this.#current, this.#chain.value), REPORTED_MS),
    );
    startCopyButton(part<HTMLButtonElement>(box, 'copy'), () => this.#shown);
    startCopyButton(part<HTMLButtonElement>(box, 'share'), () => location.href);
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#ask(parseTrackInput(this.#field.value));
    });
  }

  get #field(): HTMLInputElement {
    return this.#form.elements.namedItem('query') as HTMLInputElement;
  }

  get #chain(): HTMLSelectElement {
    return this.#form.elements.namedItem('chain') as HTMLSelectElement;
  }

  /** Looks up the transaction in the page's address, if any. */
  open(): void {
    repeatSubmit(this.#form);
    const address = new URLSearchParams(location.search);
    const asked = address.get('hash') ?? address.get('wallet') ?? address.get('receipt') ?? '';
    const input = parseTrackInput(asked);
    if (asked === '') return;
    this.#field.value = asked;
    const chainId =
      input?.kind === 'hash' && input.chainId !== null ? String(input.chainId) : (address.get('chain') ?? '');
    const chain = this.#chain;
    if ([...chain.options].some(({ value }) => value === chainId)) chain.value = chainId;
    if (input === null) this.#form.requestSubmit();
    else this.#start(input, chain.value);
  }

  #ask(input: TrackInput | null): void {
    if (input === null) {
      // Leave nothing older below the answer to this input.
      this.#stop();
      this.#current = null;
      this.#clear();
      history.replaceState(null, '', location.pathname);
      this.#say('danger', this.#data.texts[isShortened(this.#field.value) ? 'track.shortened' : 'track.invalid']);
      return;
    }
    const chain = this.#chain;
    if (input.kind === 'hash' && input.chainId !== null) chain.value = String(input.chainId);
    const address = new URLSearchParams(input.kind === 'wallet' ? { wallet: input.wallet } : { hash: input.hash });
    if (input.kind === 'hash' && chain.value !== '') address.set('chain', chain.value);
    history.replaceState(null, '', `?${address}`);
    this.#isAsked = true;
    this.#start(input, chain.value);
  }

  #start(input: TrackInput, chainId: string): void {
    if (JSON.stringify(input) !== JSON.stringify(this.#current)) {
      this.#clear();
      this.#say('note', this.#data.texts['track.busy']);
    }
    this.#current = input;
    this.#hops = 0;
    if (input.kind === 'hash') this.#lookUp(input.hash, chainId);
    else
      this.#watch(
        () => query<TrackWallet>('/api/track/wallet', input.wallet),
        (answer) => this.#showWallet(answer),
      );
  }

  /** Takes the last answer off the page. */
  #clear(): void {
    this.#last = '';
    this.#result.hidden = true;
    this.#wallet.hidden = true;
    this.#showRecover(null);
  }

  /** Follows one transaction; if it was replaced in the wallet, the page continues with its replacement. */
  #lookUp(hash: string, chainId: string | number | null): void {
    this.#watch(
      () => query<Track>('/api/track', `${hash}${chainId ? `?chainId=${chainId}` : ''}`),
      (track) => this.#showTrack(track),
    );
  }

  #watch<Answer extends Track | TrackWallet>(load: () => Promise<Answer>, show: (answer: Answer) => void): void {
    this.#stop();
    const secondsOf = ({ pollSeconds }: Answer) => pollSeconds;
    this.#stop = keepAsking({ load, secondsOf, show, fail: (error) => this.#fail(error) });
  }

  #showTrack(track: Track): void {
    const { transactionHash, chainId, replacedBy } = track;
    if (replacedBy === null) this.#hops = 0;
    else if (this.#hops++ < MOST_HOPS) {
      this.#lookUp(replacedBy, chainId);
      return;
    }
    this.#shown = transactionHash;
    const url = chainId === null ? null : explorerUrl(chainId, 'tx', transactionHash);
    const current = this.#current;
    const isFollowed = current?.kind === 'hash' && current.hash.toLowerCase() !== transactionHash;
    const data = this.#data;
    void this.#draw(
      track,
      () => import('./track-view.ts'),
      ({ headline, details }) => {
        part(this.#box, 'headline').replaceChildren(
          ...headline(track, data),
          isFollowed ? element('p', data.texts['track.followed']) : '',
        );
        part(this.#box, 'details').replaceChildren(...details(track, data));
        part(this.#box, 'explorer').replaceChildren(
          url === null ? '' : element('a.link', { href: url, target: '_blank', rel: 'noreferrer' }, data.explorer),
        );
        this.#result.hidden = false;
        this.#showRecover(track);
      },
    );
  }

  #showWallet(answer: TrackWallet): void {
    void this.#draw(
      answer,
      () => import('./wallet-view.ts'),
      ({ walletView }) => {
        this.#wallet.replaceChildren(...walletView(answer, this.#data));
        this.#wallet.hidden = false;
      },
    );
  }

  /** Draws a changed answer, once the code that draws it has loaded, unless something else was looked up meanwhile. */
  async #draw<View>(answer: Track | TrackWallet, load: () => Promise<View>, show: (view: View) => void): Promise<void> {
    if (!this.#isNews(answer)) return;
    const news = this.#last;
    try {
      const view = await load();
      if (this.#last !== news) return;
      show(view);
      if (this.#isAsked) (this.#result.hidden ? this.#wallet : this.#result).scrollIntoView({ block: 'nearest' });
      this.#isAsked = false;
    } catch (error) {
      this.#last = '';
      this.#fail(error);
    }
  }

  /** Whether an answer differs from the last; an unchanged one leaves the page, its selection and focus alone. */
  #isNews(answer: Track | TrackWallet): boolean {
    const { texts } = this.#data;
    const { pollSeconds: seconds } = answer;
    this.#say('note', seconds === null ? texts['track.settled'] : fill(texts['track.follows'], { seconds }));
    const before = this.#last;
    this.#last = JSON.stringify(answer);
    return this.#last !== before;
  }

  #fail(error: unknown): void {
    const { texts } = this.#data;
    const code = error instanceof RequestError ? error.code : null;
    const own = (texts as Readonly<Record<string, string>>)[`api.${code}`];
    this.#say('danger', this.#last === '' ? (own ?? texts['track.failed']) : texts['payment.stale']);
  }

  #say(look: 'note' | 'danger', text: string): void {
    this.#note.className = look;
    this.#note.textContent = text;
  }
}

const root = document.querySelector<HTMLElement>('[data-track]');
if (root !== null) new TrackPage(root).open();
