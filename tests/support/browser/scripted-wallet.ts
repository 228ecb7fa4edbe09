import type { BrowserContext } from '@playwright/test';
import type { ChainId } from '#src/config/chains.ts';
import { call } from '#src/dev/chains/local-client.ts';
import { chainClient } from './local-chains.ts';

/** A wallet of a page that has none of ours: it confirms everything, and asks the run's chains by itself. */
export interface ScriptedWallet {
  readonly account: string;
  chainId: ChainId;
  /** What it waits for before it connects. */
  until: Promise<void>;
  /** Transactions that it has sent. */
  readonly sent: { readonly to: string; readonly data: string; readonly value?: string }[];
}

/** Gives every page of a context such a wallet, which also works in pages from a disk. */
export async function giveScriptedWallet(
  context: BrowserContext,
  account: string,
  chainId: ChainId,
): Promise<ScriptedWallet> {
  const wallet: ScriptedWallet = { account, chainId, until: Promise.resolve(), sent: [] };
  await context.exposeBinding('askScriptedWallet', async (_source, method: string, params: readonly unknown[]) => {
    if (method === 'eth_requestAccounts') await wallet.until;
    if (method === 'eth_accounts' || method === 'eth_requestAccounts') return [account];
    if (method === 'eth_chainId') return `0x${wallet.chainId.toString(16)}`;
    if (method === 'wallet_switchEthereumChain') {
      wallet.chainId = Number((params[0] as { readonly chainId: string }).chainId) as ChainId;
      return null;
    }
    if (method === 'wallet_watchAsset') return true;
    if (method === 'eth_sendTransaction') wallet.sent.push(params[0] as ScriptedWallet['sent'][number]);
    return call(chainClient(wallet.chainId), method, params);
  });
  await context.addInitScript(announce);
  return wallet;
}

/** Runs in the page. */
function announce(): void {
  const { askScriptedWallet } = window as unknown as {
    askScriptedWallet: (method: string, params: readonly unknown[]) => Promise<unknown>;
  };
  const provider = {
    request: ({ method, params = [] }: { method: string; params?: readonly unknown[] }) =>
      askScriptedWallet(method, params),
  };
  const info = { uuid: 'scripted', name: 'Scripted wallet', icon: '', rdns: 'test.scripted' };
  const tell = () =>
    dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }));
  addEventListener('eip6963:requestProvider', tell);
  tell();
}
