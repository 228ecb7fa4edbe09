import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SupplyLine } from '#src/contract/allocation.ts';
import { SupplyTableError, supplyTableOf } from '#src/contract/supply-table.ts';
import type { Env } from '#src/server/platform/env/env.ts';
import { reasonOf } from '#src/server/platform/util/finding.ts';

export type SupplySettings = Pick<Env, 'SUPPLY_TABLE' | 'rehearsal'>;

const PUBLISHED = join(import.meta.dirname, '../../../../content/supply.json');

/** The table of SUPPLY_TABLE, or that of content/; null with the sentence that says what is wrong with it. */
export function readSupplyTable({ SUPPLY_TABLE: file = PUBLISHED, rehearsal }: SupplySettings): {
  readonly supply: readonly SupplyLine[] | null;
  readonly missing: readonly string[];
} {
  try {
    return { supply: supplyTableOf(textOf(file), rehearsal), missing: [] };
  } catch (error) {
    if (!(error instanceof SupplyTableError)) throw error;
    return { supply: null, missing: [`There is no supply table: ${error.message}.`] };
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new SupplyTableError(`${file} cannot be read (${reasonOf(error)})`);
  }
}
