import { map } from 'nanostores';
import { CHAIN_IDS, type ChainId } from '#src/config/chains.ts';
import { $balances } from './balances.ts';
import { $wallet } from './wallet-state.ts';

/** How long a public node is not asked again, in milliseconds, after it told something, and after it told nothing. */
const PAUSES_MS = { told: 60_000, silent: 10_000 } as const;

/** What came of asking a chain's public node; `silent` if it told nothing. */
export const $elsewhere = map<Partial<Record<ChainId, 'asking' | 'told' | 'silent'>>>({});

/** For whom each chain's node was asked last, and when it may be asked again (ms since 1970). */
const pauses = new Map<ChainId, { readonly account: string; readonly until: number }>();

/** Reads balances on networks that the wallet is not on from public nodes, at most once a minute. Never rejects. */
export async function loadBalancesElsewhere(): Promise<void> {
  const { account, walletChainId } = $wallet.get();
  if (account === null) return;
  const part = await import('#src/client/public-balances.ts').catch(() => null);
  if (part === null) return;
  const others = CHAIN_IDS.filter((chainId) => chainId !== walletChainId && isDue(chainId, account));
  await Promise.all(
    others.map(async (chainId) => {
      $elsewhere.setKey(chainId, 'asking');
      const balances = await part.readPublicBalances(chainId, account);
      const outcome = Object.values(balances).every((balance) => balance === null) ? 'silent' : 'told';
      const isCurrent = $wallet.get().account === account;
      $elsewhere.setKey(chainId, isCurrent ? outcome : undefined);
      if (!isCurrent) return;
      pauses.set(chainId, { account, until: Date.now() + PAUSES_MS[outcome] });
      $balances.set({ ...$balances.get(), ...balances });
    }),
  );
}

function isDue(chainId: ChainId, account: string): boolean {
  if ($elsewhere.get()[chainId] === 'asking') return false;
  const pause = pauses.get(chainId);
  return pause?.account !== account || Date.now() > pause.until;
}
