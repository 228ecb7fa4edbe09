import { query } from '#src/client/query.ts';
import type { StakingBalance } from '#src/contract/staking.ts';
import { formatNumber } from '#src/lib/text/format-number.ts';
import { part } from '#src/scripts/shared/dom.ts';
import { $account } from '#src/stores/wallet-state.ts';

/** Shows what the connected wallet has on this site: what is staked, and what is not. */
export function showOwnBalance(box: HTMLElement, tag: string): void {
  const place = part(box, 'own');
  $account.subscribe((account) => {
    for (const name of ['staked', 'available']) part(place, name).textContent = '–';
    if (account !== null) read(place, account, tag).catch((error: unknown) => console.warn(error));
  });
}

async function read(place: HTMLElement, account: string, tag: string): Promise<void> {
  const { stakedBalance, availableToStake } = await query<StakingBalance>('/api/staking/balance', account);
  if ($account.get() !== account) return;
  part(place, 'staked').textContent = formatNumber(stakedBalance, tag, 0, 2);
  part(place, 'available').textContent = formatNumber(availableToStake, tag, 0, 2);
}
