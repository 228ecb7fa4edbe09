import { CHAINS } from '#src/config/chains.ts';
import type { Distributor } from '#src/config/distributor.ts';
import { DEFAULT_LOCALE, isLocale, LOCALES, type Locale } from '#src/config/locales.ts';
import type { Dictionary } from '#src/i18n/dictionary.ts';
import type { Texts } from '#src/i18n/namespace.ts';
import { type ClaimFileList, type ClaimFileTexts, TEXT_END } from '#src/lib/allocation/claim-file.ts';
import { fill } from '#src/lib/text/fill.ts';
import { ADDRESS_PATTERN } from '#src/lib/text/hex-patterns.ts';
import { element, facts, ltr, pageData, part } from '#src/scripts/shared/dom.ts';
import { groupedAddress } from '#src/scripts/shared/grouped-address.ts';
import { $openQuestion, type WalletQuestion } from '#src/stores/ask-wallet.ts';
import { findPlainWallets, switchPlainWallet } from '#src/stores/plain-wallet.ts';
import { $wallet } from '#src/stores/wallet-state.ts';
import type { BORROWED_KEYS, ClaimData } from './claim-data.ts';
import { utcText } from './claim-format.ts';
import { ClaimPage } from './claim-page.ts';
import { FileLists } from './file-lists.ts';

// claim.html: the claim of one list in a file of its own, which needs nothing but a wallet and one file of the list.

type Words = Texts<'claim' | 'claimFile'> & Pick<Dictionary, (typeof BORROWED_KEYS)[number]>;

/** How any folder becomes a site, and where claim.html is then. */
const SERVE = { command: 'python3 -m http.server 8000', address: 'http://localhost:8000/claim.html' } as const;
/** Wallets announce themselves within milliseconds. */
const WALLET_MS = 1_000;
const isOnDisk = location.protocol === 'file:';

const stated = document.getElementById('claim-list')?.textContent ?? '';
if (stated !== '') startClaimFile(JSON.parse(stated) as ClaimFileList);

function startClaimFile(list: ClaimFileList): void {
  const { keys, texts } = pageData<ClaimFileTexts>('claim-texts');
  const locale = chosenLocale(Object.keys(texts));
  const own = texts[locale]?.split(TEXT_END);
  const words = Object.fromEntries(
    keys.split(TEXT_END).map((key, index) => [key.replace(/^(?=\.|File)/, 'claim'), own?.[index] ?? '']),
  ) as unknown as Words;
  const { direction } = LOCALES[locale];
  Object.assign(document.documentElement, { lang: locale, dir: direction });
  document.title = words['claim.title'];
  const data = dataOf(list, words, locale);
  const box = skeleton(list, data, words);
  document.body.replaceChildren(languages(Object.keys(texts), locale, words), box);
  startTool(box, { list, data, words });
}

/** The language of the address's fragment, or the first of the browser's that the file has. */
function chosenLocale(offered: readonly string[]): Locale {
  const wanted = [location.hash.slice(1), ...navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase())];
  return wanted.find((code): code is Locale => isLocale(code) && offered.includes(code)) ?? DEFAULT_LOCALE;
}

function languages(offered: readonly string[], current: Locale, words: Words): HTMLElement {
  const select = element(
    'select.input',
    { 'aria-label': words['nav.language'] },
    ...offered.filter(isLocale).map((code) => {
      const { name } = LOCALES[code];
      return element('option', { value: code, selected: code === current, lang: code }, name);
    }),
  );
  select.addEventListener('change', () => {
    location.hash = select.value;
    location.reload();
  });
  return element('header', select);
}

function dataOf({ chainId, claims, token }: ClaimFileList, words: Words, locale: Locale): ClaimData {
  const distributor = { chainId, claims, token } as Distributor;
  const { name } = CHAINS[distributor.chainId];
  return {
    texts: {
      ...words,
      // There is no address to write to.
      'claim.writeTo': '',
      'claim.state.unreachable': words['claimFile.missing'],
      // There is one: a node that shows none is behind.
      'claim.state.noContract': words['claim.state.unread'],
      get 'claim.state.unread'() {
        const isOnChain = $wallet.get().walletChainId === chainId;
        return isOnChain ? words['claim.state.unread'] : fill(words['claimFile.unread'], { chain: name });
      },
    },
    words: {
      connect: words['wallet.connect'],
      network: words['wallet.account.network'],
      switch: fill(words['wallet.account.switch'], { network: name }),
      stop: words['pay.steps.stop'],
      explorer: words['presale.success.explorer'],
      copied: words['payment.copied'],
      // It asks nobody, neither what was drafted nor whether it was withdrawn.
      withdrawn: '',
      drafted: '',
      compare: '',
      object: '',
    },
    contract: null,
    receipt: null,
    tag: LOCALES[locale].tag,
    distributor,
    isForPhones: true,
    objectAt: '',
    mirrors: [],
  };
}

/** What the page of the site has from its build. */
function skeleton(list: ClaimFileList, { tag, distributor }: ClaimData, words: Words): HTMLElement {
  const hash = (text: string) => ltr(text, 'break');
  const opens = list.schedules.map(({ start }) => BigInt(Date.parse(start)) / 1_000n);
  const first = opens.reduce((one, other) => (one < other ? one : other));
  return element(
    'main',
    element('h1', words['claim.title']),
    element('p', words['claimFile.lead']),
    element('section.card', { 'data-part': 'wallet', 'aria-label': words['claimFile.wallet'] }),
    element(
      'section.card',
      { 'aria-label': words['claim.title'] },
      element(
        'form.claim-form',
        { method: 'dialog', 'data-part': 'form' },
        element('label', { for: 'claim-address' }, words['claim.address']),
        element('input.input.ltr', {
          ...{ id: 'claim-address', 'data-part': 'address', required: true, autocomplete: 'off', spellcheck: 'false' },
        }),
        element('button.button', { type: 'submit' }, words['claim.look']),
      ),
      element('output.note', { 'data-part': 'note' }),
      element('div', { role: 'status', 'data-part': 'state' }),
      element('div', { 'data-part': 'file' }),
      element('div', { 'data-part': 'entry' }),
      element('div.claim-actions', { 'data-part': 'actions' }),
      element('div', { 'data-part': 'hand' }),
    ),
    element(
      'section.card',
      { 'aria-label': words['claim.contract'] },
      element('h2', words['claim.contract']),
      facts([
        [words['wallet.account.network'], CHAINS[distributor.chainId].networkName],
        [words['claim.contract'], hash(list.claims)],
        [words['claim.token'], hash(list.token)],
        [words['claim.col.opens'], utcText(first, tag)],
        [words['claimFile.root'], hash(list.root)],
        [words['claimFile.list'], hash(list.listHash)],
      ]),
    ),
  );
}

interface Tool {
  readonly list: ClaimFileList;
  readonly data: ClaimData;
  readonly words: Words;
}

function startTool(box: HTMLElement, { list, data, words }: Tool): void {
  const { chainId } = data.distributor;
  const lists = new FileLists(list, (file) => drawPicker(file));
  const page = new ClaimPage(box, data, {
    ...{ lists, node: null, copies: startCopying, saveDates: null, drawn: null, folder: () => null },
    ofContract: () => [groupedAddress(list.claims), element('span.note.block', data.texts['claim.window.same'])],
    switchChain: () => switchPlainWallet(chainId),
  });
  const picker = part(box, 'file');
  let asked: string | null = null;
  const drawPicker = (file: string | null) => {
    if (file === asked) return;
    asked = file;
    picker.replaceChildren(
      ...(file === null ? [] : pickerView(words, file, (text) => lists.choose(file, text) && void page.again())),
    );
  };
  const form = part<HTMLFormElement>(box, 'form');
  const field = part<HTMLInputElement>(box, 'address');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const address = field.value.trim();
    const isAddress = ADDRESS_PATTERN.test(address);
    part(box, 'note').textContent = isAddress ? '' : words['claim.invalid'];
    if (isAddress) void page.lookUp(address.toLowerCase());
  });
  void page.followWallet();
  followWallets(part(box, 'wallet'), { data, words, list }, page);
}

/** Asks for a file of the list; `take` returns whether it was that one. */
function pickerView(words: Words, file: string, take: (text: string) => unknown): readonly HTMLElement[] {
  const input = element('input', { id: 'claim-file', type: 'file', accept: '.json' });
  const note = element('output.warning');
  input.addEventListener('change', async () => {
    const text = await input.files?.[0]?.text();
    if (text === undefined) return;
    note.textContent = take(text) === false ? fill(words['claimFile.wrong'], { file }) : '';
  });
  return [
    element('label', { for: 'claim-file' }, `${words['claimFile.choose']} `, ltr(file, 'file')),
    input,
    note,
    element('p.note', words['claimFile.none']),
  ];
}

/** Offers the wallets of the page, and shows the connected one. */
function followWallets(place: HTMLElement, { data, words }: Tool, page: ClaimPage): void {
  const { chainId } = data.distributor;
  let found: readonly { name: string; connect(): Promise<void> }[] = [];
  let isLate = false;
  const button = (text: string, press: () => Promise<unknown>) => {
    const made = element('button.button', { type: 'button' }, text);
    made.addEventListener('click', () => void press().catch((error: unknown) => console.warn(error)));
    return made;
  };
  const waiting = element('output');
  $openQuestion.subscribe((question) => {
    const { connect, switch: another } = data.words;
    const named: Partial<Record<WalletQuestion, string>> = { connect, switch: another, list: words['claim.show'] };
    const what = question === null ? undefined : named[question.what];
    // The claim itself has its words below.
    if (question === null || what === undefined) return waiting.replaceChildren();
    waiting.replaceChildren(
      element('p', `${what}: ${words['claim.waiting']} ${words['claimFile.free']}`),
      button(words['pay.steps.stop'], async () => question.cancel()),
    );
  });
  const draw = () => {
    const { account, walletChainId } = $wallet.get();
    if (account !== null) {
      const name = Object.values(CHAINS).find((chain) => chain.chainId === walletChainId)?.networkName;
      place.replaceChildren(
        facts([
          [words['claimFile.wallet'], ltr(account, 'break')],
          [words['wallet.account.network'], name ?? String(walletChainId)],
        ]),
        ...(walletChainId === chainId ? [] : [button(data.words.switch, () => switchPlainWallet(chainId))]),
        waiting,
      );
      return;
    }
    place.replaceChildren(
      ...found.map(({ name, connect }) => button(`${data.words.connect}: ${name}`, connect)),
      // There are wallets that show up on a page from a disk and never answer it.
      ...(isLate && (found.length === 0 || isOnDisk) ? noWallet(words) : []),
      waiting,
    );
  };
  findPlainWallets(data.distributor, (wallets) => {
    found = wallets;
    draw();
  });
  setTimeout(() => {
    isLate = true;
    draw();
  }, WALLET_MS);
  addEventListener('synx:connect', () => void found[0]?.connect().catch((error: unknown) => console.warn(error)));
  $wallet.listen(async () => {
    draw();
    // A look by another source may be under way.
    await page.again();
    await page.again();
  });
}

function noWallet(words: Words): readonly HTMLElement[] {
  if (!isOnDisk) return [element('p', words['claimFile.noWallet'])];
  return [
    element('p', words['claimFile.fromDisk']),
    element('code.ltr', SERVE.command),
    element('p', fill(words['claimFile.serve'], SERVE)),
  ];
}

/** Copies a text; a browser that refuses leaves it to be selected by hand. */
function startCopying(button: HTMLButtonElement, text: () => string): void {
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text());
      button.textContent = button.dataset.copied ?? '';
    } catch (error) {
      console.warn(error);
    }
  });
}
