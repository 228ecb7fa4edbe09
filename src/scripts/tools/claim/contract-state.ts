import type { ClaimReading } from '#src/client/claim/read-facts.ts';
import type { ClaimData } from './claim-data.ts';

type ContractState = keyof NonNullable<ClaimData['contract']>;

/** Says next to the contract's address what our server tells of it, unless its chain has told. */
export function sayAsTold({ contract }: ClaimData, state: ContractState): void {
  const place = placeOfContract();
  if (place !== null && contract !== null && place.dataset.read === undefined) place.textContent = contract[state];
}

/** The same by a reading of its chain; a chain that gives no answer changes nothing. */
export function sayAsRead(data: ClaimData, { facts, contract }: ClaimReading): void {
  const place = placeOfContract();
  if (facts.contract === 'unread' || place === null || data.contract === null) return;
  place.dataset.read = '';
  place.textContent =
    data.contract[contract === null ? 'none' : facts.contract === 'none' ? 'unnamed' : facts.contract];
}

function placeOfContract(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-claims]');
}
