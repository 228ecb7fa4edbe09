import { query } from '#src/client/query.ts';
import { withProof } from '#src/client/with-proof.ts';
import type { SiteConfig } from '#src/contract/system.ts';
import type { SignatureUse } from './ask-wallet.ts';
import { proveAccount } from './prove-account.ts';
import { reopenSession } from './register-wallet.ts';

/** Whether the API wants a proof: as WALLET_PROOF says, or always, as for personal data; `none` is a proof itself. */
export type ProofNeed = 'by-setting' | 'always' | 'none';

/** Runs a write for the connected wallet, which signs first if the API demands it. Throws as its parts do. */
export async function writeAs<T>(
  account: string,
  send: () => Promise<T>,
  { need = 'by-setting', use = 'sign' }: { readonly need?: ProofNeed; readonly use?: SignatureUse } = {},
): Promise<T> {
  const prove = () => proveAccount(account, use);
  if (await lacksProof(need)) await prove();
  // A proof can end between the two calls, or in another tab.
  return withProof(send, { reopen: reopenSession, prove });
}

/** Whether a proof is needed and missing. While that cannot be read, the write itself finds out. */
async function lacksProof(need: ProofNeed): Promise<boolean> {
  if (need === 'none') return false;
  try {
    if ((await reopenSession())?.proven !== false) return false;
    return need === 'always' || (await query<SiteConfig>('/api/config')).walletProof !== 'off';
  } catch (error) {
    console.warn(error);
    return false;
  }
}
