import { poll } from '#src/client/poll.ts';
import { query } from '#src/client/query.ts';
import { RequestError } from '#src/client/request.ts';
import { explorerUrl } from '#src/config/explorer-url.ts';
import type { Track, TrackWallet } from '#src/contract/track.ts';
import { fill } from '#src/lib/text/fill.ts';
import { parseTrackInput, type TrackInput } from '#src/lib/text/track-input.ts';
import { startCopyButton } from '#src/scripts/shared/copy-button.ts';
import { element, part } from '#src/scripts/shared/dom.ts';
import { pageData } from '#src/scripts/shared/page-data.ts';
import { startRecoverForm } from './recover-form.ts';
import type { TrackData } from './track-data.ts';

/** Milliseconds after which an answer that the server keeps for a second knows of a report. */
const REPORTED_MS = 1_500;

/** Replacements in a row that are followed: answers that run in a circle are shown as they are. */
const MOST_HOPS = 8;

const root = document.querySelector<HTMLElement>('[data-track]');
if (root !== null) startTrack(root);

/** Looks up what the address of the page or its field names, and follows it while the page is open. */
function startTrack(box: HTMLElement): void {
  const data = pageData<TrackData>('track-data');
  const { texts } = data;
  const form = part<HTMLFormElement>(box, 'form');
  const [result, wallet, note] = (['result', 'wallet', 'note'] as const).map((name) => part(box, name)) as [
    HTMLElement,
    HTMLElement,
    HTMLElement,
  ];
  const field = form.elements.namedItem('query') as HTMLInputElement;
  const chain = form.elements.namedItem('chain') as HTMLSelectElement;
  let stop = () => {};
  let current: TrackInput | null = null;
  let last = '';
  /** The transaction on the page: the one asked for, or what took its place. */
  let shown = '';
  /** Replacements followed since the last answer of a transaction that is still valid. */
  let hops = 0;
  const showRecover = startRecoverForm(part<HTMLDetailsElement>(box, 'recover'), data, () =>
    setTimeout(() => current !== null && start(current, chain.value), REPORTED_MS),
  );
  startCopyButton(part<HTMLButtonElement>(box, 'copy'), () => shown);
  startCopyButton(part<HTMLButtonElement>(box, 'share'), () => location.href);

  /** Says how an answer is followed; one that says nothing new leaves the page, its selection and its focus alone. */
  const isNews = (answer: Track | TrackWallet) => {
    const { pollSeconds: seconds } = answer;
    note.textContent = seconds === null ? texts['track.settled'] : fill(texts['track.follows'], { seconds });
    note.className = 'note';
    const before = last;
    last = JSON.stringify(answer);
    return last !== before;
  };
  /**
   * Draws an answer that says something new, once what draws it has loaded, unless another question was asked
   * meanwhile.
   */
  const draw = async <View>(answer: Track | TrackWallet, load: () => Promise<View>, show: (view: View) => void) => {
    if (!isNews(answer)) return;
    const news = last;
    try {
      const view = await load();
      if (last === news) show(view);
    } catch (error) {
      last = '';
      fail(error);
    }
  };
  const showTrack = (track: Track) => {
    const { transactionHash, chainId, replacedBy } = track;
    if (replacedBy === null) hops = 0;
    else if (hops++ < MOST_HOPS) return lookUp(replacedBy, chainId);
    shown = transactionHash;
    const url = chainId === null ? null : explorerUrl(chainId, 'tx', transactionHash);
    const isFollowed = current?.kind === 'hash' && current.hash.toLowerCase() !== transactionHash;
    void draw(
      track,
      () => import('./track-view.ts'),
      ({ headline, details }) => {
        part(box, 'headline').replaceChildren(
          ...headline(track, data),
          isFollowed ? element('p', {}, texts['track.followed']) : '',
        );
        part(box, 'details').replaceChildren(...details(track, data));
        part(box, 'explorer').replaceChildren(
          url === null
            ? ''
            : element('a', { class: 'link', href: url, target: '_blank', rel: 'noreferrer' }, data.explorer),
        );
        result.hidden = false;
        showRecover(track);
      },
    );
  };
  const showWallet = (answer: TrackWallet) =>
    void draw(
      answer,
      () => import('./wallet-view.ts'),
      ({ walletView }) => {
        wallet.replaceChildren(...walletView(answer, data));
        wallet.hidden = false;
      },
    );
  const fail = (error: unknown) => {
    const code = error instanceof RequestError ? error.code : null;
    const own = (texts as Readonly<Record<string, string>>)[`api.${code}`];
    note.className = 'danger';
    note.textContent = last === '' ? (own ?? texts['track.failed']) : texts['payment.stale'];
  };

  function start(input: TrackInput, chainId: string): void {
    if (JSON.stringify(input) !== JSON.stringify(current)) {
      last = '';
      result.hidden = true;
      wallet.hidden = true;
      showRecover(null);
      note.className = 'note';
      note.textContent = texts['track.busy'];
    }
    current = input;
    hops = 0;
    if (input.kind === 'hash') lookUp(input.hash, chainId);
    else watch(() => query<TrackWallet>('/api/track/wallet', input.wallet), showWallet);
  }

  /** Follows one transaction; of one that was replaced in the wallet, the page goes on with what took its place. */
  function lookUp(hash: string, chainId: string | number | null): void {
    watch(() => query<Track>('/api/track', `${hash}${chainId ? `?chainId=${chainId}` : ''}`), showTrack);
  }

  function watch<Answer extends Track | TrackWallet>(
    load: () => Promise<Answer>,
    show: (answer: Answer) => void,
  ): void {
    stop();
    stop = poll({ load, secondsOf: ({ pollSeconds }) => pollSeconds, show, fail });
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const input = parseTrackInput(field.value);
    if (input === null) {
      note.className = 'danger';
      note.textContent = texts['track.invalid'];
      return;
    }
    if (input.kind === 'hash' && input.chainId !== null) chain.value = String(input.chainId);
    const address = new URLSearchParams(input.kind === 'wallet' ? { wallet: input.wallet } : { hash: input.hash });
    if (input.kind === 'hash' && chain.value !== '') address.set('chain', chain.value);
    history.replaceState(null, '', `?${address}`);
    start(input, chain.value);
  });

  const address = new URLSearchParams(location.search);
  const asked = address.get('hash') ?? address.get('wallet') ?? address.get('receipt') ?? '';
  const input = parseTrackInput(asked);
  if (asked === '') return;
  field.value = asked;
  const chainId =
    input?.kind === 'hash' && input.chainId !== null ? String(input.chainId) : (address.get('chain') ?? '');
  if ([...chain.options].some(({ value }) => value === chainId)) chain.value = chainId;
  if (input === null) form.requestSubmit();
  else start(input, chain.value);
}
