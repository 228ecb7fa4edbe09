import { type BrowserContext, expect } from '@playwright/test';
import { readClaimCalldata } from '#src/lib/allocation/claim-call.ts';

/** All permitted wallet methods (W6). */
const WALLET_METHODS = new Set([
  'eth_requestAccounts',
  'eth_accounts',
  'eth_chainId',
  'eth_getBalance',
  'eth_call',
  'eth_getCode',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_estimateGas',
  'eth_gasPrice',
  'eth_getTransactionReceipt',
  'eth_blockNumber',
  'eth_getBlockByNumber',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'eth_sendTransaction',
  'personal_sign',
  'wallet_watchAsset',
]);

export interface WalletCall {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** A browser's actions during one test. */
export interface Watch {
  /** Every call of the page to any wallet, in order. */
  readonly walletCalls: readonly WalletCall[];
  /** Permits console errors that a test provokes. */
  allow(error: RegExp): void;
  /** Permits windows to other sites that a test's visitor opens. */
  allowHosts(hosts: readonly string[]): void;
}

/** Watches a context from before its first page: its wallets, its console and the hosts of its requests. */
export async function watchContext(context: BrowserContext, origin: string): Promise<Watch & { check(): void }> {
  const walletCalls: WalletCall[] = [];
  const errors: string[] = [];
  const foreign: string[] = [];
  const allowed: RegExp[] = [];
  const hosts = new Set<string>();
  await context.exposeBinding('recordWalletCall', (_source, method: string, params: readonly unknown[]) => {
    walletCalls.push({ method, params });
  });
  await context.addInitScript(recordWallets);
  context.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  context.on('weberror', (error) => errors.push(String(error.error())));
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'data:' && url.protocol !== 'blob:' && url.origin !== origin) foreign.push(url.href);
  });
  return {
    walletCalls,
    allow: (error) => allowed.push(error),
    allowHosts(names) {
      for (const name of names) hosts.add(name);
    },
    check() {
      expect(errors.filter((error) => !allowed.some((pattern) => pattern.test(error)))).toEqual([]);
      expect(foreign.filter((url) => !hosts.has(new URL(url).hostname))).toEqual([]);
      expect(walletCalls.map(({ method }) => method).filter((method) => !WALLET_METHODS.has(method))).toEqual([]);
      for (const { method, params } of walletCalls) {
        if (method === 'personal_sign')
          expect(signedText(params)).toMatch(
            /^(?:\S+ wants you to sign in with your Ethereum account:|Vote in a site poll of \S+)\n/,
          );
        if (method === 'eth_sendTransaction' && readClaimCalldata(calldata(params)) === null)
          expect(calldata(params)).toMatch(/^(?:0x|0xa9059cbb[0-9a-f]{128})$/);
      }
    },
  };
}

/** The text behind personal_sign, which is transferred as hexadecimal. */
function signedText([text]: readonly unknown[]): string {
  return Buffer.from(String(text).replace(/^0x/, ''), 'hex').toString('utf8');
}

function calldata([transaction]: readonly unknown[]): string {
  return String((transaction as { data?: string }).data ?? '0x');
}

/** Runs in the page before its own code: wraps each wallet that announces itself, and reports policy violations. */
function recordWallets(): void {
  interface Call {
    method: string;
    params?: readonly unknown[];
  }
  interface Recorded {
    request: (call: Call) => Promise<unknown>;
    recorded?: true;
  }
  const { recordWalletCall } = window as unknown as {
    recordWalletCall: (method: string, params: readonly unknown[]) => void;
  };
  addEventListener('eip6963:announceProvider', (event) => {
    const { provider } = (event as CustomEvent<{ provider: Recorded }>).detail;
    if (provider.recorded) return;
    const { request } = provider;
    provider.recorded = true;
    provider.request = (call) => {
      recordWalletCall(call.method, call.params ?? []);
      return request(call);
    };
  });
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    console.error(`content security policy: ${violatedDirective} ${blockedURI}`);
  });
}
