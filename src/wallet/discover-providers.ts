import type { Provider, WalletDetail } from './provider-types.ts';

/** How many characters of a wallet's name the window shows. */
const NAME_LENGTH = 40;
const MOST_WALLETS = 50;
/** Of those that call themselves the same: more are one extension that hides all others. */
const MOST_OF_A_NAME = 5;
/** How many letters of a name we look at, and of an icon we draw. */
const MOST_LETTERS = 400;
const ICON_LENGTH = 200_000;
/** Control characters, and marks that are invisible or reverse the text after them. */
const UNSEEN = /[\p{Cc}\p{Cs}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;

const found = new Map<string, WalletDetail>();
const listeners = new Set<(wallets: readonly WalletDetail[]) => void>();
let listening = false;

/** This page's wallets in the order in which they announced themselves; the older window.ethereum only if none did. */
export function knownWallets(): readonly WalletDetail[] {
  if (found.size > 0) return [...found.values()];
  const legacy = (globalThis as { ethereum?: Provider }).ethereum;
  if (legacy === undefined || legacy === null) return [];
  return [{ info: { uuid: 'window.ethereum', name: 'Browser wallet', icon: '', rdns: '' }, provider: legacy }];
}

/** Asks wallets to announce themselves (EIP-6963), reports the list at each arrival; returns a function to stop. */
export function discoverProviders(onChange: (wallets: readonly WalletDetail[]) => void): () => void {
  listeners.add(onChange);
  if (!listening && typeof window !== 'undefined') {
    listening = true;
    window.addEventListener('eip6963:announceProvider', accept);
  }
  if (typeof window !== 'undefined') window.dispatchEvent(new Event('eip6963:requestProvider'));
  onChange(knownWallets());
  return () => listeners.delete(onChange);
}

/** The first announcement with a uuid stays, so that no extension can replace another. */
function accept(event: Event): void {
  const wallet = readAnnouncement((event as CustomEvent<unknown>).detail);
  if (wallet === null || found.has(wallet.info.uuid) || found.size >= MOST_WALLETS) return;
  const namesakes = [...found.values()].filter(({ info }) => info.rdns === wallet.info.rdns);
  if (namesakes.length >= MOST_OF_A_NAME) return;
  found.set(wallet.info.uuid, wallet);
  for (const listener of listeners) listener(knownWallets());
}

/** Null for an announcement that is malformed or throws when read: as an exception, it would break the page. */
function readAnnouncement(detail: unknown): WalletDetail | null {
  try {
    return toWallet(detail);
  } catch {
    return null;
  }
}

/** A wallet as any extension may announce it: text for its names, and something that answers requests. */
function toWallet(detail: unknown): WalletDetail | null {
  const { info, provider } = (detail ?? {}) as { readonly info?: unknown; readonly provider?: unknown };
  const { uuid, name, rdns, icon } = (info ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof provider !== 'object' || provider === null) return null;
  if (typeof uuid !== 'string' || typeof name !== 'string' || typeof rdns !== 'string') return null;
  const shown = [...name.slice(0, MOST_LETTERS).replace(/\s+/g, ' ').replace(UNSEEN, '').trim()];
  if (uuid === '' || shown.length === 0) return null;
  const cut = shown.length > NAME_LENGTH ? `${shown.slice(0, NAME_LENGTH - 1).join('')}…` : shown.join('');
  return { info: { uuid, name: cut, rdns, icon: safeIcon(icon) }, provider: provider as Provider };
}

/** EIP-6963 requires a data URI; anything else could make the browser contact another host. */
function safeIcon(icon: unknown): string {
  const uri = typeof icon === 'string' && icon.length <= ICON_LENGTH ? icon.trim() : '';
  return uri.startsWith('data:image/') ? uri : '';
}
