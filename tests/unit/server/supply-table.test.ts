import { expect, test } from 'vitest';
import { AIRDROP_POOL_SYNX, NANO_PER_SYNX, PHASES, STAKING_POOL_SYNX, TOTAL_SUPPLY_SYNX } from '#src/config/sale.ts';
import { supplyTableOf } from '#src/contract/supply-table.ts';
import { HANDOVER_SETTINGS } from '#src/dev/rehearsal/handover-settings.ts';
import { readSupplyTable } from '#src/server/money/handover/supply-table.ts';

const ADDRESS = `0x${'Ab'.repeat(20)}`;
const line = (amount: string, address = ADDRESS, purpose = 'Sale') => ({ purpose, address, amount });
const read = (...lines: readonly object[]) => supplyTableOf(JSON.stringify(lines));

test('a table keeps its order, in base units and lower case', () => {
  expect(read(line('1109999999.999999999'), line('0.000000001'))).toEqual([
    line('1109999999999999999', ADDRESS.toLowerCase()),
    line('1', ADDRESS.toLowerCase()),
  ]);
});

test.each([
  ['a base unit short', [line('1109999999.999999999')], 'sums to 1109999999.999999999 SYNX instead of 1110000000'],
  ['a base unit too much', [line('1110000000'), line('0.000000001')], 'sums to 1110000000.000000001'],
  ['more digits than the token has', [line('1109999999.9999999999'), line('0.0000000001')], 'is not a list'],
  ['nothing in a line', [line('1110000000'), line('0')], '"Sale" has nothing'],
  ['a negative amount', [line('1110000001'), line('-1')], 'is not a list'],
  ['no address', [line('1110000000', '0x12')], 'is not a list'],
  ['no purpose', [line('1110000000', ADDRESS, '')], 'is not a list'],
  ['another field', [{ ...line('1110000000'), note: 'x' }], 'is not a list'],
  [
    'what has a purpose in a rehearsal only',
    [line('1110000000', ADDRESS, 'not published (rehearsal only)')],
    'is no purpose',
  ],
  ['no lines', [], 'sums to 0 SYNX'],
])('a table with %s is refused', (_, lines, says) => {
  expect(() => read(...lines)).toThrow(says);
});

test('the table of a rehearsal has each published purpose, and is refused on real chains', () => {
  const file = { SUPPLY_TABLE: HANDOVER_SETTINGS.SUPPLY_TABLE };
  const { supply } = readSupplyTable({ ...file, rehearsal: true });
  const presale = PHASES.reduce((sum, phase) => sum + phase.supply, 0n);
  expect(supply?.map(({ amount }) => BigInt(amount) / NANO_PER_SYNX)).toEqual([
    ...[presale, STAKING_POOL_SYNX, AIRDROP_POOL_SYNX],
    TOTAL_SUPPLY_SYNX - presale - STAKING_POOL_SYNX - AIRDROP_POOL_SYNX,
  ]);
  expect(readSupplyTable({ ...file, rehearsal: false }).supply).toBeNull();
});
