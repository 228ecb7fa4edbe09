import type { Page } from '@playwright/test';
import type { Answer } from './other-wallet.ts';
import { expectConnected } from './wallet.ts';

/** Changes the wallet behind the page's back, without an event. */
export async function changeSilently(page: Page, key: 'account' | 'chain', value: string): Promise<void> {
  await page.evaluate(([name, next]) => localStorage.setItem(name, next), [`rehearsal_wallet_${key}`, value] as const);
}

/** Changes the account or the chain in the wallet, which reports it to the page. */
export async function changeInWallet(page: Page, key: 'account' | 'chain', value: string): Promise<void> {
  await page.evaluate(
    ([name, next]) => {
      localStorage.setItem(name, next);
      dispatchEvent(new StorageEvent('storage', { key: name }));
    },
    [`rehearsal_wallet_${key}`, value] as const,
  );
}

/** Selects another account in the wallet, even one it does not list, and waits until the page shows it. */
export async function selectAccount(page: Page, account: string): Promise<void> {
  await changeInWallet(page, 'account', account);
  await expectConnected(page, account);
}

/** Makes the wallets of the loaded page give this answer to a method from now on; null: their own answer again. */
export async function walletAnswersNow(page: Page, method: string, answer: Answer | null): Promise<void> {
  await page.evaluate(
    ([name, given]) => {
      const change = (event: Event) => {
        const { provider } = (event as CustomEvent).detail;
        provider.ownRequest ??= provider.request;
        const ask = provider.ownRequest;
        provider.request = async (call: { method: string }) => {
          if (call.method !== name || given === null) return ask(call);
          if (given !== 'never' && 'after' in given) await ask(call);
          if (given === 'never') return new Promise(() => undefined);
          if ('result' in given) return given.result;
          throw Object.assign(new Error(given.message), { code: given.code });
        };
      };
      addEventListener('eip6963:announceProvider', change);
      dispatchEvent(new Event('eip6963:requestProvider'));
      removeEventListener('eip6963:announceProvider', change);
    },
    [method, answer] as const,
  );
}
