import { hash } from 'node:crypto';
import { join } from 'node:path';
import { REHEARSAL_CLAIMS } from '#src/config/development-accounts.ts';
import { type Distributor, readDistributor } from '#src/config/distributor.ts';

/** Where a rehearsal's build claims. */
export function rehearsalDistributor(): Distributor {
  const distributor = readDistributor(REHEARSAL_CLAIMS);
  if (distributor === null) throw new RangeError('the claims of a rehearsal have no address');
  return distributor;
}

/**
 * The settings by which a rehearsal's contracts are deployed and compared. Its supply table gives what no published
 * purpose explains to an address that nobody has.
 */
export const HANDOVER_SETTINGS = {
  CLAIM_CHAIN: String(rehearsalDistributor().chainId),
  SUPPLY_TABLE: join(import.meta.dirname, 'supply.json'),
  AUDIT_REPORT_HASH: hash('sha256', 'Nobody has audited the contracts of a rehearsal.'),
} as const;
