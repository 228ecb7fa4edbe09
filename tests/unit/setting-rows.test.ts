import { expect, test } from 'vitest';
import type { ConfigHistory } from '#src/contract/figures.ts';
import { namespaceOf } from '#src/i18n/namespace.ts';
import { settingRows } from '#src/scripts/tools/config/setting-rows.ts';

const at = '2026-03-01T12:00:00.000Z';
const language = { texts: namespaceOf('en', 'config'), tag: 'en-US' };
/** Name, before and after of each row, from entries in the order in which they were recorded. */
const rows = (...recorded: readonly Pick<ConfigHistory['entries'][number], 'event' | 'data'>[]) =>
  settingRows(recorded.map((entry, index) => ({ number: index + 1, at, ...entry })).toReversed(), language).map(
    ({ name, before, after }) => [name, before, after],
  );

test('a value before is the one that an older entry set; what an entry leaves as it was has no row', () => {
  const opened = { event: 'sale-opened', data: { phase: 1, price: '0.013', window: 1 } } as const;
  const restarted = { event: 'window-restarted', data: { phase: 1, price: '0.013', window: 2, since: at } } as const;
  const raised = { event: 'phase-changed', data: { phase: 2, price: '0.022', window: 2 } } as const;
  const closed = { event: 'sale-closed', data: { phase: 2, price: '0.022' } } as const;
  expect(rows(opened, restarted, raised, closed)).toEqual([
    ['config.sale', 'open', 'closed'],
    ['config.token', '$0.013', '$0.022'],
    ['config.phase', '1', '2'],
    ['config.windowNumber', '1', '2'],
    ['config.windowNumber', null, '1'],
    ['config.token', null, '$0.013'],
    ['config.phase', null, '1'],
    ['config.sale', null, 'open'],
  ]);
});

test('builds, withdrawn builds and figures are named', () => {
  const commit = 'a'.repeat(40);
  expect(
    rows(
      { event: 'build-released', data: { version: '1.0.0', build: 'b1' } },
      { event: 'build-released', data: { version: '1.1.0', build: 'b2' } },
      { event: 'build-withdrawn', data: { commit } },
      { event: 'build-reinstated', data: { commit } },
      { event: 'facts-changed', data: { facts: ['supply.total', 'burn.years'], more: 3 } },
    ),
  ).toEqual([
    ['config.changes.facts', null, 'supply.total, burn.years, 3 more'],
    ['config.withdrawn', commit, null],
    ['config.withdrawn', null, commit],
    ['config.changes.build', '1.0.0 · b1', '1.1.0 · b2'],
    ['config.changes.build', null, '1.0.0 · b1'],
  ]);
});
