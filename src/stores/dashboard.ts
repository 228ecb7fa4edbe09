import { persistentAtom } from '@nanostores/persistent';
import { atom, computed } from 'nanostores';
import { HIDE_AMOUNTS, LAST_HOLDINGS } from '#src/config/storage-keys.ts';
import type { AirdropLeaderboard, Participant } from '#src/contract/airdrop.ts';
import type { Holdings, Leaderboard } from '#src/contract/dashboard.ts';
import { createQuery, refreshQueries } from './queries.ts';
import { $account } from './wallet-state.ts';

/** An address that is only looked up (`?address=`); null for the connected wallet. */
export const $lookupAddress = atom<string | null>(null);

/** The wallet whose figures the dashboard shows, in lower case; null while there is none. */
export const $viewedWallet = computed(
  [$lookupAddress, $account],
  (lookup, account) => lookup?.toLowerCase() ?? account,
);

/** Whether amounts are hidden, on every visit until it is switched back. */
export const $hidden = persistentAtom<boolean>(HIDE_AMOUNTS, false, {
  encode: (hidden) => (hidden ? 'yes' : undefined),
  decode: (text) => text === 'yes',
});

const HOLDINGS = '/api/dashboard/holdings';
export const $holdings = createQuery<Holdings>([HOLDINGS, $viewedWallet]);
export const $viewedParticipant = createQuery<Participant>(['/api/airdrop/participant', $viewedWallet]);

const $standingOf = computed($viewedWallet, (wallet) => wallet && `leaderboard?wallet=${wallet}`);
/** The viewed wallet's place in the airdrop; an empty list without points. */
export const $standing = createQuery<AirdropLeaderboard>(['/api/airdrop', $standingOf]);
/** The airdrop's leaderboard: until enough wallets are on it, nobody is told what their points are worth. */
export const $airdropBoard = createQuery<AirdropLeaderboard>([
  '/api/airdrop',
  computed($viewedWallet, (wallet) => wallet && 'leaderboard'),
]);

const board = (by: Leaderboard['by']) =>
  createQuery<Leaderboard>([
    computed(
      $viewedWallet,
      (wallet) => `/api/dashboard/leaderboard?by=${by}${wallet === null ? '' : `&wallet=${wallet}`}`,
    ),
  ]);
export const $boards = { holdings: board('holdings'), staked: board('staked') } as const;

// The last good answer survives its tab until logout, so that a page without an API still shows it, with its time.
$holdings.listen(({ data }) => {
  if (data === undefined || typeof localStorage === 'undefined') return;
  try {
    localStorage.setItem(LAST_HOLDINGS, JSON.stringify(data));
  } catch {
    // Without storage only this page's own reads are available.
  }
});

/** The last figures of a wallet that this browser has seen; null if it has seen those of another one since. */
export function lastHoldings(wallet: string): Holdings | null {
  try {
    const last = JSON.parse(localStorage.getItem(LAST_HOLDINGS) ?? 'null') as Holdings | null;
    return last?.wallet === wallet ? last : null;
  } catch {
    return null;
  }
}

/** Requests the dashboard's data about the viewed wallet again. */
export function refreshHoldings(): void {
  refreshQueries([HOLDINGS]);
}
