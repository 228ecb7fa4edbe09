import { AIRDROP_POOL_SYNX, PHASES, STAKING_POOL_SYNX } from './sale.ts';

/** All SYNX that there will ever be, whole. */
export const TOTAL_SUPPLY_SYNX = 1_110_000_000n;

export interface SupplyRow {
  readonly purpose: string;
  readonly synx: bigint;
}

/** Every published purpose of the supply; a token of fixed supply cannot be made before they add up to all of it. */
const PUBLISHED: readonly SupplyRow[] = [
  { purpose: 'presale', synx: PHASES.reduce((sum, { supply }) => sum + supply, 0n) },
  { purpose: 'staking rewards', synx: STAKING_POOL_SYNX },
  { purpose: 'airdrop', synx: AIRDROP_POOL_SYNX },
];

/** The supply table. Only a rehearsal fills the gap, with a row that says so. */
export function supplyTable(rehearsal: boolean): readonly SupplyRow[] {
  const gap = TOTAL_SUPPLY_SYNX - sumOf(PUBLISHED);
  return rehearsal && gap > 0n ? [...PUBLISHED, { purpose: 'not published (rehearsal only)', synx: gap }] : PUBLISHED;
}

/** SYNX without a published purpose. */
export function supplyGap(rehearsal: boolean): bigint {
  return TOTAL_SUPPLY_SYNX - sumOf(supplyTable(rehearsal));
}

function sumOf(rows: readonly SupplyRow[]): bigint {
  return rows.reduce((sum, { synx }) => sum + synx, 0n);
}
