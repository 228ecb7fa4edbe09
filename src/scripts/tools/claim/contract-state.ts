import type { ClaimReading } from '#src/client/claim/read-facts.ts';
import type { ClaimData } from './claim-data.ts';

type ContractState = keyof NonNullable<ClaimData['contract']>;

/** Says next to the contract's address what our server tells of it, unless its chain has told. */
export function sayAsTold(data: ClaimData, state: ContractState): void {
  if (placeOfContract()?.dataset.read === undefined) sayOfContract(data, state);
}

/** The same by a reading of its chain; a chain that gives no answer changes nothing. */
export function sayAsRead(data: ClaimData, { facts, contract }: ClaimReading): void {
  const place = placeOfContract();
  if (facts.contract === 'unread' || place === null) return;
  place.dataset.read = '';
  if (contract === null) sayOfContract(data, 'none');
  else sayOfContract(data, facts.contract === 'none' ? 'unnamed' : facts.contract);
}

function sayOfContract({ contract }: ClaimData, state: ContractState): void {
  const place = placeOfContract();
  if (place !== null && contract !== null) place.textContent = contract[state];
}

function placeOfContract(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-claims]');
}
