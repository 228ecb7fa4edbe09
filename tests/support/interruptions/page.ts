import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { FromPage, PageStart, WalletAnswer } from './page-messages.ts';

// A page of the site without its appearance: the real stores, wallet code and request helper, in a thread that can be
// ended at any instant, as a browser ends a tab. Its time runs twenty-five times as fast.
const TIME_RATE = 25;

const { url, storageFile, intent } = workerData as PageStart;
const tell = (message: FromPage) => parentPort?.postMessage(message);

/** Web storage whose items are in memory, and passed to `keep` after each change. */
function storage(items: Record<string, string>, keep: (items: Record<string, string>) => void): Storage {
  const methods = {
    getItem: (key: string) => (Object.hasOwn(items, key) ? items[key] : null),
    setItem: (key: string, value: string) => {
      items[key] = String(value);
      keep(items);
    },
    removeItem: (key: string) => {
      delete items[key];
      keep(items);
    },
  };
  return new Proxy(items, {
    get: (_, key) => methods[key as keyof typeof methods] ?? items[key as string],
    set: (_, key, value) => {
      methods.setItem(key as string, value);
      return true;
    },
    deleteProperty: (_, key) => {
      methods.removeItem(key as string);
      return true;
    },
  }) as unknown as Storage;
}

function stored(): Record<string, string> {
  try {
    return JSON.parse(readFileSync(storageFile, 'utf8'));
  } catch {
    return {};
  }
}

/** A tab that ends while it writes leaves the previous content. */
function store(items: Record<string, string>): void {
  writeFileSync(`${storageFile}.new`, JSON.stringify(items));
  renameSync(`${storageFile}.new`, storageFile);
}

const window = new EventTarget();
const { setTimeout: wait, fetch: ask } = globalThis;
const globals = {
  window,
  localStorage: storage(stored(), store),
  sessionStorage: storage({}, () => undefined),
  addEventListener: window.addEventListener.bind(window),
  removeEventListener: window.removeEventListener.bind(window),
  dispatchEvent: window.dispatchEvent.bind(window),
  document: {
    hidden: false,
    addEventListener() {},
    removeEventListener() {},
    documentElement: { lang: 'en', dataset: {} },
  },
  location: { reload() {}, host: new URL(url).host, origin: url, href: url },
  fetch: (path: string, init?: RequestInit) => ask(new URL(path, url), init),
  setTimeout: (act: () => void, ms = 0, ...more: unknown[]) => wait(act, ms / TIME_RATE, ...(more as [])),
};
for (const [name, value] of Object.entries(globals))
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });

// The wallet is a separate program, which continues when the page ends.
const waiting = new Map<number, (answer: WalletAnswer) => void>();
let lastCall = 0;
parentPort?.on('message', (answer: WalletAnswer) => {
  waiting.get(answer.id)?.(answer);
  waiting.delete(answer.id);
});
const provider = {
  request: ({ method, params = [] }: { method: string; params?: readonly unknown[] }) =>
    new Promise((resolve, reject) => {
      lastCall += 1;
      const id = lastCall;
      waiting.set(id, ({ result, error }) =>
        error === undefined ? resolve(result) : reject(Object.assign(new Error(error.message), { code: error.code })),
      );
      tell({ type: 'call', id, method, params });
    }),
  on() {},
  removeListener() {},
};
const detail = { info: { uuid: 'test', name: 'Test', icon: '', rdns: 'test.wallet' }, provider };
window.addEventListener('eip6963:requestProvider', () =>
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail })),
);

const { answerSummary, buy } = await import('#src/purchase/offer/purchase.ts');
const { $purchase } = await import('#src/purchase/purchase-state.ts');
const { connectWallet } = await import('#src/stores/wallet.ts');
const { $toasts } = await import('#src/stores/toasts.ts');
const presale = await import('#src/stores/presale.ts');
for (const $store of [presale.$pricing, presale.$prices, presale.$config, presale.$stats])
  $store.listen(() => undefined);
$toasts.listen(([toast]) => toast?.open && tell({ type: 'toast', key: toast.key }));
$purchase.subscribe((state) => {
  tell({ type: 'stage', stage: state.stage, watch: state.stage === 'success' ? state.watch : null });
  // A visitor who confirms every summary at once.
  if (state.stage === 'summary') queueMicrotask(() => answerSummary({ termsVersion: '2026-01-01' }));
});
console.warn = () => undefined;
await connectWallet();
if (intent !== null) await buy(intent);
tell({ type: 'over' });
// Until it is closed the page remains open, and its outbox continues.
setInterval(() => undefined, 60_000);
