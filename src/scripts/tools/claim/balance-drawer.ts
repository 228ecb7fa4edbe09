import type { ClaimReading } from '#src/client/claim/read-facts.ts';
import { query } from '#src/client/query.ts';
import type { StakingBalance } from '#src/contract/staking.ts';
import { formatNumber } from '#src/lib/text/format-number.ts';
import { part } from '#src/scripts/shared/dom.ts';
import { groupedAddress } from '#src/scripts/shared/grouped-address.ts';
import { synxText } from './claim-format.ts';

/** Draws what the looked-up address has, by its list or, as long as there is none, by the books of this site. */
export function balanceDrawer(box: HTMLElement, tag: string): (reading: ClaimReading | undefined) => void {
  const place = part(box, 'own');
  const draw = (name: string, value: string) => {
    part(place, name).textContent = value;
  };
  let drawn = '';
  return (reading) => {
    const mark = `${reading?.address} ${reading?.parts.length}`;
    if (reading === undefined || mark === drawn) return;
    drawn = mark;
    const { address, parts } = reading;
    place.classList.remove('connected');
    part(place, 'owner').replaceChildren(groupedAddress(address));
    const kinds = ['bought', 'staked'] as const;
    for (const kind of kinds) {
      const listed = parts.find((each) => each.kind === kind);
      draw(kind, parts.length === 0 ? '–' : synxText(listed?.amount ?? 0n, tag));
    }
    if (parts.length > 0) return;
    query<StakingBalance>('/api/staking/balance', address).then(
      ({ availableToStake, stakedBalance }) => {
        if (drawn !== mark) return;
        draw('bought', formatNumber(availableToStake, tag, 0, 2));
        draw('staked', formatNumber(stakedBalance, tag, 0, 2));
      },
      (error: unknown) => console.warn(error),
    );
  };
}
