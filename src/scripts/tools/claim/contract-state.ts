import type { ClaimReading } from '#src/client/claim/read-facts.ts';
import type { ClaimData } from './claim-data.ts';

/** Says next to the contract's address what is known of it. */
export function sayOfContract({ contract }: ClaimData, state: keyof NonNullable<ClaimData['contract']>): void {
  const place = document.querySelector('[data-claims]');
  if (place !== null && contract !== null) place.textContent = contract[state];
}

/** The same by a reading of its chain; a chain that gives no answer changes nothing. */
export function sayAsRead(data: ClaimData, { facts, contract }: ClaimReading): void {
  if (facts.contract === 'unread') return;
  if (contract === null) sayOfContract(data, 'none');
  else sayOfContract(data, facts.contract === 'none' ? 'unnamed' : facts.contract);
}
