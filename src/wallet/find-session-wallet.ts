import { connectionMethod } from './connection-method.ts';
import { knownWallets } from './discover-providers.ts';
import { isPhone } from './is-phone.ts';
import type { WalletDetail } from './provider-types.ts';
import { resolveProvider } from './resolve-provider.ts';
import { withDeadline } from './with-deadline.ts';

const ANSWER_MS = 3_000;

/**
 * Finds the wallet of a stored session: one of the stored method that still grants an account, the stored account first.
 * It asks eth_accounts only, which opens no window. Null when none does; throws ProviderMissingError when there is no wallet.
 */
export async function findSessionWallet(session: {
  readonly account: string | null;
  readonly method: string | null;
}): Promise<WalletDetail | null> {
  const ofMethod = ({ info }: WalletDetail) => connectionMethod(info.rdns) === session.method;
  const wallets = await resolveProvider(
    () => {
      const matching = knownWallets().filter(ofMethod);
      return matching.length > 0 ? matching : undefined;
    },
    { mobile: isPhone() },
  );
  let granting: WalletDetail | null = null;
  for (const wallet of wallets) {
    const asked = wallet.provider.request({ method: 'eth_accounts' });
    const accounts = await withDeadline(asked, ANSWER_MS).catch(() => []);
    if (!Array.isArray(accounts) || accounts.length === 0) continue;
    if (session.account !== null && sameAddress(accounts[0], session.account)) return wallet;
    granting ??= wallet;
  }
  return granting;
}

function sameAddress(one: unknown, other: string): boolean {
  return typeof one === 'string' && one.toLowerCase() === other.toLowerCase();
}
