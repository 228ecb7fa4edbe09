import { hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REHEARSAL_CLAIMS, REHEARSAL_DEPLOYER } from '#src/config/development-accounts.ts';
import { type Distributor, readDistributor } from '#src/config/distributor.ts';
import { supplyTable } from '#src/config/supply.ts';

/** Has what no published purpose explains; nobody can spend it. */
const NOBODY = '0x000000000000000000000000000000006e6f626f';

/** Where a rehearsal's build claims. */
export function rehearsalDistributor(): Distributor {
  const distributor = readDistributor(REHEARSAL_CLAIMS);
  if (distributor === null) throw new RangeError('the claims of a rehearsal have no address');
  return distributor;
}

/** The settings by which a rehearsal's contracts are deployed and compared, and the supply table that they name. */
export function handoverSettings(directory: string): Readonly<Record<string, string>> {
  const published = new Set(supplyTable(false).map(({ purpose }) => purpose));
  const lines = supplyTable(true).map(({ purpose, synx }) => ({
    purpose,
    address: published.has(purpose) ? REHEARSAL_DEPLOYER : NOBODY,
    amount: String(synx),
  }));
  const file = join(directory, 'rehearsal-supply.json');
  mkdirSync(directory, { recursive: true });
  writeFileSync(file, `${JSON.stringify(lines, null, 2)}\n`);
  return {
    CLAIM_CHAIN: String(rehearsalDistributor().chainId),
    SUPPLY_TABLE: file,
    AUDIT_REPORT_HASH: hash('sha256', 'Nobody has audited the contracts of a rehearsal.'),
  };
}
