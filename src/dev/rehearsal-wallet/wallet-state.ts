const ACCOUNT = 'rehearsal_wallet_account';
const CHAIN = 'rehearsal_wallet_chain';
const FAULT = 'rehearsal_wallet_fault';
const HELD = 'rehearsal_wallet_held';
const TOKEN = 'rehearsal_wallet_token';
const CHANGED = 'rehearsal:changed';

/** Faults for the page's next request: rejected, held in the pool, odd at its end, or short of signatures. */
export const FAULTS = ['reject', 'hold', 'revert', 'stray', 'tiny', 'signers'] as const;
export type Fault = (typeof FAULTS)[number];

/** A payment that waits in the pool for a decision. */
export interface HeldPayment {
  readonly chainId: number;
  readonly hash: string;
}

/** A token that the wallet was asked to show, as wallet_watchAsset names it, and its chain. */
export interface WatchedToken {
  readonly chainId: number;
  readonly address: string;
  readonly symbol: string;
  readonly decimals: number;
}

/** The account this page may use, null before it is connected. */
export function readAccount(): string | null {
  return localStorage.getItem(ACCOUNT);
}

/** Grants the page an account, or revokes it with null. */
export function writeAccount(account: string | null): void {
  write(ACCOUNT, account);
}

/** The wallet's chain; initially 1. */
export function readChain(): number {
  return Number(localStorage.getItem(CHAIN) ?? 1);
}

/** Sets the wallet's chain. */
export function writeChain(chainId: number): void {
  write(CHAIN, String(chainId));
}

/** Reports changes that another tab of the same browser made in the wallet. */
export function onStateChange(listener: (what: 'account' | 'chain') => void): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === ACCOUNT || key === null) listener('account');
    if (key === CHAIN || key === null) listener('chain');
  });
}

/** The requested fault that has not happened yet. */
export function readFault(): Fault | null {
  const fault = localStorage.getItem(FAULT);
  return FAULTS.find((each) => each === fault) ?? null;
}

/** Requests a fault for the next request, or cancels it with null. */
export function writeFault(fault: Fault | null): void {
  write(FAULT, fault);
}

/** The payment that waits in the pool, null for none. */
export function readHeld(): HeldPayment | null {
  return readJson<HeldPayment>(HELD);
}

/** Stores the payment that waits in the pool, or removes it with null. */
export function writeHeld(held: HeldPayment | null): void {
  write(HELD, held === null ? null : JSON.stringify(held));
}

/** The token that the wallet shows besides coins, null for none. */
export function readToken(): WatchedToken | null {
  return readJson<WatchedToken>(TOKEN);
}

/** Has the wallet show a token. */
export function writeToken(token: WatchedToken): void {
  write(TOKEN, JSON.stringify(token));
}

/** Calls the listener after every change of the wallet, in this tab or in another one. */
export function onAnyChange(listener: () => void): void {
  window.addEventListener(CHANGED, listener);
  window.addEventListener('storage', ({ key }) => {
    if (key === null || key.startsWith('rehearsal_wallet_')) listener();
  });
}

function readJson<Value>(key: string): Value | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Value | null;
  } catch {
    return null;
  }
}

function write(key: string, value: string | null): void {
  if (value === null) localStorage.removeItem(key);
  else localStorage.setItem(key, value);
  window.dispatchEvent(new Event(CHANGED));
}
