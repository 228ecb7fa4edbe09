import { DEFAULT_CHAIN_ID } from '#src/config/chains.ts';
import { withDeadline } from '#src/lib/time/with-deadline.ts';
import { BRIDGE_ID, HAS_BRIDGE } from './bridge-option.ts';
import { connectionMethod } from './connection-method.ts';
import { knownWallets } from './discover-providers.ts';
import { isPhone } from './is-phone.ts';
import { loadBridge } from './load-bridge.ts';
import type { WalletDetail } from './provider-types.ts';
import { providerWait, resolveProvider } from './resolve-provider.ts';
import { hasBridgeItems } from './session-keys.ts';

const ANSWER_MS = 3_000;

/**
 * Finds the wallet of a stored session: one of the stored method that still grants an account, the stored account
 * first. Only calls eth_accounts, which opens no window. Null if none does; throws ProviderMissingError if there is no
 * wallet at all.
 */
export async function findSessionWallet(session: {
  readonly account: string | null;
  readonly method: string | null;
  readonly chainId: number | null;
}): Promise<WalletDetail | null> {
  if (session.method === BRIDGE_ID) return HAS_BRIDGE ? bridgeWithSession(session.chainId) : null;
  const wallets = await resolveProvider(
    () => {
      const matching = walletsOf(session.method);
      return matching.length > 0 ? matching : undefined;
    },
    { mobile: isPhone() },
  );
  let granting: WalletDetail | null = null;
  for (const wallet of wallets) {
    // A broken wallet may throw synchronously, which must not hide the next one.
    const ask = async () => wallet.provider.request({ method: 'eth_accounts' });
    const accounts = await withDeadline(ask(), ANSWER_MS).catch(() => []);
    if (!Array.isArray(accounts) || accounts.length === 0) continue;
    if (session.account !== null && sameAddress(accounts[0], session.account)) return wallet;
    granting ??= wallet;
  }
  return granting;
}

/** The announced wallets of this page that a stored session of `method` may belong to. */
export function walletsOf(method: string | null): readonly WalletDetail[] {
  return knownWallets().filter(({ info }) => connectionMethod(info.rdns) === method);
}

/**
 * The bridge starts more slowly than a wallet in this page, especially on a phone. Once its session has ended, it keeps
 * nothing and is not loaded: it would ask a relay on every page.
 */
async function bridgeWithSession(chainId: number | null): Promise<WalletDetail | null> {
  if (!hasBridgeItems()) return null;
  const wait = providerWait({ mobile: isPhone(), bridge: true });
  const bridge = await withDeadline(loadBridge(chainId ?? DEFAULT_CHAIN_ID), wait);
  const accounts = await bridge.provider.request({ method: 'eth_accounts' });
  if (Array.isArray(accounts) && accounts.length > 0) return bridge;
  await bridge.end?.().catch(() => undefined);
  return null;
}

function sameAddress(one: unknown, other: string): boolean {
  return typeof one === 'string' && one.toLowerCase() === other.toLowerCase();
}
