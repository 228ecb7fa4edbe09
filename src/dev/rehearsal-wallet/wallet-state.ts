const ACCOUNT = 'rehearsal_wallet_account';
const CHAIN = 'rehearsal_wallet_chain';

/** The account this page may use, null before it was connected. */
export function readAccount(): string | null {
  return localStorage.getItem(ACCOUNT);
}

/** Grants the page an account, or takes it back with null. */
export function writeAccount(account: string | null): void {
  if (account === null) localStorage.removeItem(ACCOUNT);
  else localStorage.setItem(ACCOUNT, account);
}

/** The chain the wallet is on; 1 at first. */
export function readChain(): number {
  return Number(localStorage.getItem(CHAIN) ?? 1);
}

/** Puts the wallet on a chain. */
export function writeChain(chainId: number): void {
  localStorage.setItem(CHAIN, String(chainId));
}

/** Reports what another tab of the same browser changed in the wallet. */
export function onStateChange(listener: (what: 'account' | 'chain') => void): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === ACCOUNT || key === null) listener('account');
    if (key === CHAIN || key === null) listener('chain');
  });
}
