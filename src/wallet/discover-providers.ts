import type { Provider, WalletDetail } from './provider-types.ts';

const found = new Map<string, WalletDetail>();
const listeners = new Set<(wallets: readonly WalletDetail[]) => void>();
let listening = false;

/** Wallets of this page in the order of their announcement; the older window.ethereum only if none announced itself. */
export function knownWallets(): readonly WalletDetail[] {
  if (found.size > 0) return [...found.values()];
  const legacy = (globalThis as { ethereum?: Provider }).ethereum;
  if (legacy === undefined || legacy === null) return [];
  return [{ info: { uuid: 'window.ethereum', name: 'Browser wallet', icon: '', rdns: '' }, provider: legacy }];
}

/**
 * Asks wallets to announce themselves (EIP-6963) and reports the list on each arrival; returns a function that stops
 * it.
 */
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

function accept(event: Event): void {
  const detail = (event as CustomEvent<WalletDetail>).detail;
  if (typeof detail?.info?.uuid !== 'string' || detail.provider === undefined) return;
  if (found.get(detail.info.uuid)?.provider === detail.provider) return;
  found.set(detail.info.uuid, {
    info: { ...detail.info, icon: safeIcon(detail.info.icon) },
    provider: detail.provider,
  });
  for (const listener of listeners) listener(knownWallets());
}

/** EIP-6963 requires a data URI; anything else could make the browser call another host. */
function safeIcon(icon: unknown): string {
  return typeof icon === 'string' && icon.startsWith('data:image/') ? icon : '';
}
