import { setPersistentEngine } from '@nanostores/persistent';
import { afterEach, beforeEach, vi } from 'vitest';
import { CHAIN_IDS } from '#src/config/chains.ts';
import type { CryptoPrices, PresalePricing } from '#src/contract/presale.ts';
import type { SiteConfig } from '#src/contract/system.ts';

export const PRESALE = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720';

/** Web storage as in browsers: items are also properties, methods are on the prototype and not listed. */
function storage(): Storage {
  const methods = {
    getItem(this: Record<string, string>, key: string) {
      return Object.hasOwn(this, key) ? this[key] : null;
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = String(value);
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  };
  const prototype = Object.defineProperties(
    {},
    Object.fromEntries(Object.entries(methods).map(([name, value]) => [name, { value, enumerable: false }])),
  );
  return Object.create(prototype) as Storage;
}

export type Answer = unknown | ((body: unknown, url: string) => unknown);

/** Has the stores keep what they keep in this storage, and hear of nothing that is written to it elsewhere. */
export function keepIn(storage: object): void {
  setPersistentEngine(storage as Record<string, string>, { addEventListener() {}, removeEventListener() {} });
}

/** One page of a browser: empty storage, no wallet, and an API with scripted answers by path. */
export function stubPage(now = new Date('2026-01-01T00:00:00Z')) {
  vi.resetModules();
  vi.useFakeTimers({ now });
  vi.stubEnv('PUBLIC_PRESALE_ADDRESS', PRESALE);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  // The server's clock, which goes on where a test sets the visitor's.
  const started = new Date();
  const loadedAt = performance.now();
  const window = new EventTarget();
  const sessionStorage = storage();
  const localStorage = storage();
  const reload = vi.fn();
  const posts: { readonly url: string; readonly body: unknown }[] = [];
  const answers = new Map<string, Answer>(Object.entries(defaultAnswers(now)));
  const fetch = vi.fn(async (url: string, init: RequestInit = {}) => {
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
    if (init.method === 'POST') posts.push({ url, body });
    const path = [...answers.keys()].find((known) => url.startsWith(known));
    const answer = path === undefined ? undefined : answers.get(path);
    const value: unknown = typeof answer === 'function' ? await answer(body, url) : answer;
    if (value instanceof Error) throw value;
    if (value instanceof Response) return value;
    return new Response(JSON.stringify(value ?? { code: 'not_found', message: 'none' }), {
      status: value === undefined ? 404 : 200,
      headers: { Date: new Date(started.getTime() + performance.now() - loadedAt).toUTCString() },
    });
  });
  // The package reads localStorage once, at its load, which here was before this page.
  keepIn(localStorage);
  const globals = {
    ...{ window, sessionStorage, localStorage, fetch },
    addEventListener: window.addEventListener.bind(window),
    document: { hidden: false, documentElement: { lang: 'en' } },
    location: { reload, host: 'localhost:4321', origin: 'http://localhost:4321' },
  };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  return { window, sessionStorage, localStorage, reload, posts, answers, fetch };
}

export type StubPage = ReturnType<typeof stubPage>;

/** Such a page for each test of the file, left after it; empty until then. */
export function pageForEach(): StubPage {
  const page = {} as StubPage;
  beforeEach(() => {
    Object.assign(page, stubPage());
  });
  afterEach(leavePage);
  return page;
}

interface StorageChange {
  readonly key: string;
  readonly newValue: string | null;
}

/** Tells every tab of each write to their one storage, which it returns, as browsers do: after the write. */
export function shareStorage(page: StubPage): Record<string, string> {
  const listeners: ((change: StorageChange) => void)[] = [];
  const tell = (change: StorageChange) =>
    queueMicrotask(() => {
      for (const listener of listeners) listener(change);
    });
  const shared = new Proxy(page.localStorage as unknown as Record<string, string>, {
    set(target, key: string, value: string) {
      target[key] = value;
      tell({ key, newValue: value });
      return true;
    },
    deleteProperty(target, key: string) {
      if (Object.hasOwn(target, key)) tell({ key, newValue: null });
      delete target[key];
      return true;
    },
  });
  setPersistentEngine(shared, {
    addEventListener: (_key, listener) => listeners.push(listener as never),
    removeEventListener() {},
  });
  return shared;
}

/** Has the page hear of what other views store only when it is shown, as in a wallet's app. */
export function hearOnlyWhenShown({ localStorage }: StubPage): void {
  setPersistentEngine(localStorage as unknown as Record<string, string>, {
    addEventListener: (_key, _heard, restore) => window.addEventListener('pageshow', restore as () => void),
    removeEventListener() {},
  });
}

/** Has each answer of the server bear a time that is so many milliseconds later. */
export function setServerClock({ fetch }: StubPage, byMs: number): void {
  const answer = fetch.getMockImplementation() as (url: string, init?: RequestInit) => Promise<Response>;
  fetch.mockImplementation(async (url, init) => {
    const said = await answer(url, init);
    said.headers.set('Date', new Date(Date.parse(said.headers.get('Date') ?? '') + byMs).toUTCString());
    return said;
  });
}

/** From now on the browser's storage has no room, or none for such an item. */
export function fillStorage(
  { localStorage }: StubPage,
  isTooMuch: (key: string, value: string) => boolean = () => true,
) {
  const set = (target: Storage, key: string, value: string) => {
    if (isTooMuch(key, value)) throw new DOMException('full', 'QuotaExceededError');
    return Reflect.set(target, key, value);
  };
  keepIn(new Proxy(localStorage, { set: set as never }));
}

/** Lets the visitor look away from the page, and back. */
export function stubSight(): (isShown: boolean) => void {
  const sight = Object.assign(new EventTarget(), { hidden: false, documentElement: { lang: 'en' } });
  vi.stubGlobal('document', sight);
  return (isShown) => {
    sight.hidden = !isShown;
    sight.dispatchEvent(new Event('visibilitychange'));
  };
}

/** Ends what the page does; the clocks, which this sets back, go on. */
export async function endPage(): Promise<void> {
  const at = performance.now();
  vi.clearAllTimers();
  await vi.advanceTimersByTimeAsync(at - performance.now());
}

/** Another load of the page in the same tab: storage remains, modules and wallets are new. */
export function reloadStubPage(page: StubPage): void {
  vi.resetModules();
  const window = new EventTarget();
  vi.stubGlobal('window', window);
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  page.reload.mockClear();
}

export async function leavePage(): Promise<void> {
  // What the page still loads and does at this moment ends with the page; what came later would set real timers.
  await vi.dynamicImportSettled();
  if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(0);
  // The stores of this page, and its storage, would be those of the next file of tests.
  vi.resetModules();
  keepIn({});
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
}

export const ERROR = (status: number, code: string, message: string) => () =>
  new Response(JSON.stringify({ code, message }), { status });

function defaultAnswers(now: Date): Record<string, Answer> {
  const offers = CHAIN_IDS.flatMap((chainId) =>
    ['ETH', 'BNB', 'MATIC', 'USDC', 'USDT', 'USD1'].map((paymentMethod) => ({
      chainId,
      paymentMethod,
      offered: true,
      reason: null,
    })),
  );
  const pricing = (): PresalePricing =>
    ({
      ...{
        currentPrice: '0.013',
        nextPhasePrice: '0.022',
        phase: 1,
        tokensRemaining: '197000000',
        daysLeft: 6,
        hoursLeft: 1,
      },
      ...{ minutesLeft: 1, secondsLeft: 1, phaseSupply: '197000000', windowNumber: 1, windowEndsAt: now.toISOString() },
      ...{ lastWindow: null, saleStatus: 'open', offers, serverTime: new Date().toISOString() },
    }) as PresalePricing;
  const prices: CryptoPrices = {
    ...{ ETH: '4513.48', BNB: '918.04', MATIC: '0.8' },
    updatedAt: { ETH: null, BNB: null, MATIC: null },
    live: { ETH: true, BNB: true, MATIC: true },
  };
  const config = { debugMode: false, presaleAddress: PRESALE.toLowerCase(), walletProof: 'sensitive' } as SiteConfig;
  return {
    '/texts/en.json': { 'wallet.proof.statement': 'Prove it.' },
    '/api/wallet/connect': { walletAddress: '', proven: false },
    '/api/presale/pricing': pricing,
    '/api/crypto/prices': prices,
    '/api/config': config,
    '/api/presale/stats': { totalRaised: '0', purchases: 0, tokensSold: '0' },
  };
}
