import { refreshQueries } from './queries.ts';

const STAKING = ['/api/staking/stats', '/api/staking/balance', '/api/dashboard/holdings', '/api/dashboard/leaderboard'];

/** Milliseconds after which an answer, cached for a second, reflects the latest change. */
const SHARED_ANSWER_MS = 2_000;

/** The queries that a purchase changes, with the figures of the sale; both leaderboards are refreshed. */
export function refreshAfterPurchase(): void {
  const sale = ['/api/presale/stats', '/api/presale/pricing', '/api/presale/activity'];
  refreshTwice([...STAKING, '/api/airdrop/leaderboard', '/api/track/wallet', ...sale]);
}

/** The queries that a stake changes. */
export function refreshAfterStake(): void {
  refreshTwice(STAKING);
}

function refreshTwice(prefixes: readonly string[]): void {
  refreshQueries(prefixes);
  setTimeout(() => refreshQueries(prefixes), SHARED_ANSWER_MS);
}
