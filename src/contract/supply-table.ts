import { z } from 'zod';
import { NANO_PER_SYNX, SYNX_DECIMALS, TOTAL_SUPPLY_SYNX } from '#src/config/sale.ts';
import { formatUnits, toUnits } from '#src/lib/money/decimal.ts';
import { lowerAddressSchema, type SupplyLine } from './allocation.ts';

/** All SYNX that will ever exist, in base units. */
const SUPPLY = TOTAL_SUPPLY_SYNX * NANO_PER_SYNX;
/** The purpose of what has none in a rehearsal. */
const REHEARSAL_ONLY = 'not published (rehearsal only)';

const tableSchema = z.array(
  z.strictObject({
    purpose: z.string().trim().min(1),
    address: z.string().toLowerCase().pipe(lowerAddressSchema),
    amount: z
      .string()
      .regex(/^\d{1,10}(\.\d{1,9})?$/)
      .describe('SYNX'),
  }),
);

/** A supply table that cannot be minted; the message says why. */
export class SupplyTableError extends Error {
  override readonly name = 'SupplyTableError';
}

/**
 * The lines of a supply table, in order. Throws SupplyTableError unless they sum to the supply, each with a purpose
 * that counts outside a rehearsal too.
 */
export function supplyTableOf(text: string, rehearsal = false): readonly SupplyLine[] {
  let lines: z.infer<typeof tableSchema>;
  try {
    lines = tableSchema.parse(JSON.parse(text));
  } catch {
    throw new SupplyTableError('it is not a list of {"purpose", "address", "amount"}');
  }
  const table = lines.map(({ purpose, address, amount }) => {
    const units = toUnits(amount, SYNX_DECIMALS);
    if (units === 0n) throw new SupplyTableError(`"${purpose}" has nothing`);
    if (purpose === REHEARSAL_ONLY && !rehearsal) throw new SupplyTableError(`"${purpose}" is no purpose`);
    return { purpose, address, amount: String(units) };
  });
  const sum = table.reduce((total, { amount }) => total + BigInt(amount), 0n);
  if (sum !== SUPPLY)
    throw new SupplyTableError(
      `it sums to ${formatUnits(sum, SYNX_DECIMALS)} SYNX instead of ${formatUnits(SUPPLY, SYNX_DECIMALS)}`,
    );
  return table;
}
