import type { Selectable } from 'kysely';
import { SYNX_DECIMALS } from '#src/config/sale.ts';
import type { Corrected } from '#src/contract/records.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';
import type { StaffTables } from '../database/staff-tables.ts';
import type { Tx } from '../database/tables.ts';
import { appendRecord } from './append-record.ts';

/** Records a staff correction; `payment` is the id of the one whose tokens went to another wallet, if any. */
export async function recordCorrection(
  tx: Tx,
  { id, wallet, amount, created_at }: Selectable<StaffTables['ledger_corrections']>,
  payment: string | null,
): Promise<void> {
  const data: Corrected = { correction: Number(id), wallet, tokens: formatUnits(amount, SYNX_DECIMALS), payment };
  const source = `correction-${id}`;
  const subject = payment ?? source;
  await appendRecord(tx, { kind: 'purchases', event: 'corrected', data, at: created_at, subject, wallet, source });
}
