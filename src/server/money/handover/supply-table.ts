import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SupplyTableError, supplyTableOf } from '#src/contract/supply-table.ts';
import { reasonOf } from '#src/server/platform/util/finding.ts';

const PUBLISHED = join(import.meta.dirname, '../../../../content/supply.json');

/** The table of SUPPLY_TABLE, or that of content/. Throws SupplyTableError, also if the file cannot be read. */
export function readSupplyTable({ SUPPLY_TABLE: file = PUBLISHED }: { readonly SUPPLY_TABLE?: string | undefined }) {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new SupplyTableError(`${file} cannot be read (${reasonOf(error)})`);
  }
  return supplyTableOf(text);
}
