import type { Page } from '@playwright/test';

/** What a wallet answers; one with `after` does what it was asked for before it reports the error. */
export type Answer =
  | { readonly result: unknown }
  | { readonly code: number; readonly message: string; readonly after?: 'it has done it' }
  | 'never';

/** Makes every wallet of the page give this answer to one method, or never answer; `window.asked` records the call. */
export async function walletAnswers(page: Page, method: string, answer: Answer): Promise<void> {
  await page.addInitScript(
    ([name, given]) => {
      addEventListener('eip6963:announceProvider', (event) => {
        const { provider } = (event as CustomEvent).detail;
        if (provider.answered === name) return;
        const ask = provider.request;
        provider.answered = name;
        provider.request = async (call: { method: string }) => {
          if (call.method !== name) return ask(call);
          Object.assign(window, { asked: true });
          if (given === 'never') return new Promise(() => undefined);
          if ('result' in given) return given.result;
          throw Object.assign(new Error(given.message), { code: given.code });
        };
      });
    },
    [method, answer] as const,
  );
}

/** Has the wallet of the page leave one method unanswered from now on; returns a function that ends this. */
export async function keepSilent(page: Page, method: string): Promise<() => Promise<void>> {
  const silent = await page.evaluateHandle((name) => {
    let end = (): void => undefined;
    addEventListener(
      'eip6963:announceProvider',
      (event) => {
        const { provider } = (event as CustomEvent).detail;
        const { request } = provider;
        provider.request = (call: { method: string }) =>
          call.method === name ? new Promise(() => undefined) : request(call);
        end = () => {
          provider.request = request;
        };
      },
      { once: true },
    );
    dispatchEvent(new Event('eip6963:requestProvider'));
    return { end };
  }, method);
  return () => silent.evaluate(({ end }) => end());
}

/**
 * Announces a second wallet next to the rehearsal wallet; it answers eth_requestAccounts and eth_accounts with
 * `accounts`.
 */
export async function announceSecondWallet(page: Page, accounts: readonly string[]): Promise<void> {
  await page.addInitScript((granted) => {
    const answers: Record<string, unknown> = {
      eth_requestAccounts: granted,
      eth_accounts: granted,
      eth_chainId: '0x1',
    };
    const provider = {
      request: async ({ method }: { method: string }) => answers[method] ?? '0x0',
      on: () => undefined,
      removeListener: () => undefined,
    };
    const info = { uuid: 'a5c2d1c4-0000-4000-8000-000000000002', name: 'Second Wallet', icon: '', rdns: 'test.second' };
    const announce = () =>
      dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }));
    addEventListener('eip6963:requestProvider', announce);
    announce();
  }, accounts);
}

/** Leaves the page without any wallet. */
export async function withoutWallet(page: Page): Promise<void> {
  await page.addInitScript(() => {
    addEventListener('eip6963:announceProvider', (event) => event.stopImmediatePropagation());
  });
}
