import { CLAIM_STATES, type ClaimState } from '#src/client/claim/allocation-states.ts';
import { type ClaimPart, nextOpening } from '#src/client/claim/read-facts.ts';
import { CHAINS } from '#src/config/chains.ts';
import { explorerUrl } from '#src/config/explorer-url.ts';
import { REQUIRED_CONFIRMATIONS } from '#src/config/sale.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatDay } from '#src/lib/time/format-day.ts';
import { element, ltr } from '#src/scripts/shared/dom.ts';
import type { ClaimData, ClaimShown } from './claim-data.ts';
import { feeText, synxText, timeView, utcText } from './claim-format.ts';

/** The sentence of a state, with what the wallet has answered below it. */
export function sentenceOf(state: ClaimState, shown: ClaimShown): readonly HTMLElement[] {
  const { texts, words, mirrors, objectAt } = shown.data;
  const { text, tone } = CLAIM_STATES[state];
  const isUnread = state === 'first' && shown.wallet?.hashOf(shown.reading) == null;
  const isWithdrawn = state === 'differs' && shown.reading.naming.says === 'withdrawn';
  const ofState = isUnread ? texts['claim.firstUnread'] : fill(texts[text], valuesOf(state, shown));
  const sentence = isWithdrawn ? words.withdrawn : ofState;
  const answer = shown.wallet?.answerOf(shown.reading) ?? null;
  return [
    element('p', { class: `claim-state ${tone ?? ''}`.trim() }, sentence),
    ...(state === 'draft' ? [element('p', {}, element('a', { class: 'link', href: objectAt }, words.object))] : []),
    ...(state === 'set-aside' ? [element('p', {}, texts['claim.writeTo'])] : []),
    ...(state === 'unreachable' && mirrors.length > 0 ? mirrorsView(shown.data) : []),
    ...(answer === null ? [] : [element('p', { class: 'note' }, texts[`claim.${answer}`])]),
  ];
}

/** Where the list is besides here. */
function mirrorsView({ texts, mirrors }: ClaimData): readonly HTMLElement[] {
  const link = (href: string) => element('li', element('a', { class: 'link ltr', href, rel: 'noreferrer' }, href));
  return [element('p', {}, texts['claim.mirrors']), element('ul', {}, ...mirrors.map(link))];
}

/** What the sentences need; each takes its own. */
function valuesOf(state: ClaimState, { data, reading, wallet }: ClaimShown): Record<string, string | number> {
  const { tag, distributor } = data;
  const { facts, batch, contract, parts, setAside } = reading;
  const { claimed = 0n, opened = 0n } = facts.entry ?? {};
  const synx = (amount: bigint) => synxText(amount, tag);
  const day = (iso: string | null | undefined) => (iso == null ? '' : formatDay(iso.slice(0, 10), tag));
  const chain = CHAINS[distributor.chainId].name;
  const next = nextOpening(parts, contract?.time ?? 0n);
  const airdrop = parts.find(({ kind }) => kind === 'airdrop');
  const at = next === null ? '' : utcText(next.at, tag);
  const sent = wallet?.sentOf(reading) ?? null;
  const ofState: Partial<Record<ClaimState, Record<string, string | number>>> = {
    draft: { date: day(batch?.objectionsUntil) },
    withdrawn: { date: day(batch?.withdrawnAt), reason: batch?.withdrawnReason ?? '' },
    before: { total: synx(contract?.total ?? 0n), date: at },
    open: { n: synx(opened - claimed) },
    partly: { n: synx(opened - claimed), m: synx(next?.amount ?? 0n), date: at },
    vesting: { n: synx(airdrop?.opened ?? 0n), m: synx(airdrop?.amount ?? 0n) },
    'wrong-network': { a: wallet?.chainName() ?? '', b: chain },
    'no-fee': { fee: feeText(wallet?.fee() ?? 0n, tag), coin: CHAINS[distributor.chainId].nativeCurrency.symbol },
    sent: { hash: sent?.hash ?? '', k: Math.max(0, sent?.confirmations ?? 0), n: REQUIRED_CONFIRMATIONS },
    first: { hash: wallet?.hashOf(reading) ?? '' },
    'contract-wallet': {
      chain: chainNameOf(setAside?.chainId ?? null),
      claimChain: chain,
      n: synx(BigInt(setAside?.amount ?? 0)),
    },
    'set-aside': { n: synx(BigInt(setAside?.amount ?? 0)), reason: setAside?.reason ?? '' },
    received: { n: synx(claimed) },
    'nothing-new': { n: synx(claimed) },
    unread: { chain },
  };
  return ofState[state] ?? {};
}

function chainNameOf(chainId: number | null): string {
  return Object.values(CHAINS).find((chain) => chain.chainId === chainId)?.name ?? String(chainId ?? '');
}

/** The four amounts of an entry, with what is open now and when the rest opens, in UTC and by the visitor's clock. */
export function entryView({ data, reading }: ClaimShown): readonly HTMLElement[] {
  const { texts, tag } = data;
  const { parts, facts, contract } = reading;
  if (facts.entry === null || parts.length === 0) return [];
  const columns = [texts['claim.col.part'], 'SYNX', texts['claim.col.open'], texts['claim.col.opens']] as const;
  const row = (name: string, amount: bigint, opened: bigint | null, last: HTMLElement | null = null) =>
    element(
      'tr',
      element('th', { scope: 'row' }, name),
      ...[amount, opened].map((units, index) =>
        element(
          'td',
          { class: 'end', 'data-column': columns[index + 1] },
          units === null ? null : ltr(synxText(units, tag)),
        ),
      ),
      element('td', { 'data-column': columns[3] }, last),
    );
  const { total, opened, claimed } = facts.entry;
  const isOpen = facts.contract === 'funded' && !facts.differs;
  const rows = parts
    .filter(({ amount }) => amount > 0n)
    .map((part) => row(texts[`claim.kind.${part.kind}`], part.amount, part.opened, opens(part, data, isOpen)));
  const heads = columns.map((text, index) =>
    element('th', { scope: 'col', class: index === 1 || index === 2 ? 'end' : null }, text),
  );
  return [
    element(
      'div',
      {
        class: 'data-scroll',
        tabindex: 0,
        role: 'region',
        'aria-label': `${texts['claim.address']} ${reading.address}`,
      },
      element(
        'table',
        { class: 'data stacked' },
        element('thead', {}, element('tr', {}, ...heads)),
        element(
          'tbody',
          {},
          ...rows,
          row(texts['claim.total'], total, opened),
          contract === null ? null : row(texts['claim.received'], claimed, null),
        ),
      ),
    ),
  ];
}

/** When an amount opens or since when it is open: one time in both clocks, or from one to another. */
function opens({ start, end, amount, opened }: ClaimPart, { texts, tag }: ClaimData, isOpen: boolean): HTMLElement {
  if (end === start) return timeView(start, tag, isOpen && opened >= amount ? texts['claim.opens.since'] : undefined);
  return element('span', fill(texts['claim.opens.over'], { from: utcText(start, tag), to: utcText(end, tag) }));
}

/** What a visitor can do in a state, except for the claim itself (`ClaimControls`). */
export function actionsView(
  state: ClaimState,
  shown: ClaimShown,
  lookUp: (address: string) => void,
): readonly HTMLElement[] {
  const { data, reading, wallet } = shown;
  const { texts, words } = data;
  const { offers } = CLAIM_STATES[state];
  const account = wallet?.account() ?? null;
  const isOwn = account === reading.address;
  const stop = wallet?.stopOf(reading) ?? null;
  const button = (text: string, press: () => void, look = '') => {
    const made = element('button', { class: `button ${look}`.trim(), type: 'button' }, text);
    made.addEventListener('click', press);
    return made;
  };
  const found: HTMLElement[] = stop === null ? [] : [button(words.stop, stop, 'button-small')];
  if (offers === 'claim' && account === null)
    found.push(
      element('p', {}, texts['claim.connect']),
      button(words.connect, () => dispatchEvent(new Event('synx:connect')), 'button-primary'),
    );
  if (account !== null && !isOwn && reading.facts.entry !== null)
    found.push(
      element('p', { class: 'note' }, texts['claim.other']),
      button(texts['claim.own'], () => lookUp(account)),
    );
  if (offers === 'switch' && isOwn)
    found.push(button(words.switch, () => void wallet?.switchChain(), 'button-primary'));
  return [...found, ...links(state, shown, button)];
}

type ButtonMaker = (text: string, press: () => void, look?: string) => HTMLButtonElement;

/** The transaction, the token in the wallet's list, and the dates to come. */
function links(
  state: ClaimState,
  { data, reading, wallet, saveDates }: ClaimShown,
  button: ButtonMaker,
): readonly HTMLElement[] {
  const { texts, words, distributor, tag } = data;
  const hash = wallet?.hashOf(reading) ?? null;
  const url = hash === null ? null : explorerUrl(distributor.chainId, 'tx', hash);
  const next = nextOpening(reading.parts, reading.contract?.time ?? 0n);
  const hasReceived = (reading.facts.entry?.claimed ?? 0n) > 0n || state === 'first';
  return [
    ...(url === null
      ? []
      : [element('a', { class: 'link', href: url, target: '_blank', rel: 'noreferrer' }, words.explorer)]),
    ...(hasReceived && wallet?.account() != null
      ? [button(texts['claim.show'], () => void wallet.showToken(), 'button-small')]
      : []),
    ...(next === null || saveDates === null
      ? []
      : [button(texts['claim.calendar'], () => void saveDates(reading, texts['claim.event'], tag), 'button-small')]),
  ];
}
