import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { RECORD_KINDS } from '#src/contract/records.ts';
import { createMetrics } from '#src/server/ops/metrics/metrics.ts';

const dashboard = JSON.parse(readFileSync('deploy/grafana/synx.json', 'utf8')) as {
  panels: {
    id: number;
    type: string;
    title: string;
    gridPos: { h: number; w: number; x: number; y: number };
    targets?: { expr: string }[];
  }[];
};
const rules = readFileSync('deploy/prometheus/synx.rules.yml', 'utf8');

/** Every name of a scrape after each of the server's counters was used once. */
async function namesOfScrape(): Promise<ReadonlySet<string>> {
  const one = [{ status: 'x', kind: 'x', queue: 'x', severity: 'x', count: 1, number: 1, length: 1 }];
  const metrics = createMetrics({
    version: '1',
    isLedgerBalanced: () => true,
    ledgerAge: () => 1,
    pools: () => ({ common: { open: 1, idle: 1, waiting: 0 } }),
    readState: async () => ({
      ...{ payments: one, records: one, queues: one, alarms: one, oldestOpenSeconds: 1 },
      distributors: [{ batch: 1, stage: 'named', ageSeconds: 1 }],
      chains: [{ chain: 1, headAgeSeconds: 1, lagBlocks: 1, feedAgeSeconds: 1 }],
    }),
  });
  metrics.request({ method: 'GET', route: '/', status: 200, seconds: 1 });
  metrics.sourceCall({ chainId: 1, position: 1, method: 'eth_call', seconds: 1, failed: false });
  const samples = (await metrics.text()).matchAll(/^([a-z_0-9]+)(?:\{| )/gm);
  return new Set(Array.from(samples, ([, name = '']) => name));
}

const metricsIn = (text: string) =>
  Array.from(text.matchAll(/\b(?:synx|nodejs|process)_[a-z0-9_]+/g), ([name]) => name).filter(
    (name) => name !== 'synx_',
  );

test('the dashboard and the alerts use only what a scrape contains', async () => {
  const names = await namesOfScrape();
  const expressions = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join('\n');
  expect(metricsIn(expressions).length).toBeGreaterThan(20);
  expect(metricsIn(rules).length).toBeGreaterThan(15);
  expect(metricsIn(`${expressions}\n${rules}`).filter((name) => !names.has(name))).toEqual([]);
  const shown = new Set(metricsIn(expressions));
  const own = [...names].filter((name) => name.startsWith('synx_') && !/_(?:sum|count|bucket|total)$/.test(name));
  expect(own.filter((name) => !shown.has(name))).toEqual([]);
  for (const [, kind = ''] of expressions.matchAll(/synx_public_records\{kind="(\w+)"/g))
    expect(RECORD_KINDS).toContain(kind);
});

test('the panels of the dashboard have titles and places that do not overlap', () => {
  const { panels } = dashboard;
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  for (const [index, { title, gridPos: a }] of panels.entries()) {
    expect(title).not.toBe('');
    expect(a.x + a.w, title).toBeLessThanOrEqual(24);
    for (const { title: other, gridPos: b } of panels.slice(index + 1)) {
      const overlap = a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
      expect(overlap, `${title} and ${other}`).toBe(false);
    }
  }
});

test('every alert names the fault, the action, and whether it wakes a person', () => {
  const alerts = rules.split(/^ {6}- alert: /m).slice(1);
  expect(alerts.length).toBeGreaterThan(15);
  for (const alert of alerts) {
    const [name] = alert.split('\n');
    expect(alert, name).toMatch(/^ {8}labels: \{ severity: (?:page|ticket) \}$/m);
    expect(alert, name).toMatch(/^ {10}summary: \S/m);
    expect(alert, name).toMatch(/^ {10}action: \S/m);
  }
});
