import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sqlitePlace } from '#tests/support/each-engine.ts';
import { type HttpApp, openHttpApp } from '#tests/support/http-app.ts';
import { readFacts, type WireFact, wireBreaks, wireFacts } from '#tests/support/wire-facts.ts';
import { RELEASES } from '#tests/upgrade/releases.ts';

describe('a page of a release against this server', () => {
  let http: HttpApp;
  let now: readonly WireFact[];
  beforeAll(async () => {
    http = await openHttpApp(await sqlitePlace());
    now = wireFacts((await http.app.inject('/api/openapi.json')).json());
  });
  afterAll(() => http.close());

  // Pages of a release continue to make its calls, from caches and open tabs.
  test.each(Object.keys(RELEASES))('%s: each call takes what it sends and answers what it reads', (release) => {
    const before = readFacts(readFileSync(join(import.meta.dirname, `wire-${release}.tsv`), 'utf8'));
    expect(before.length).toBeGreaterThan(500);
    expect(wireBreaks(before, now)).toEqual([]);
  });

  test('would fail if a call lost a field, demanded another one, or answered another type', () => {
    const change = (call: string, field: string, by: Partial<WireFact>) =>
      now.map((fact) => (fact.call === call && fact.field === field ? { ...fact, ...by } : fact));
    const post = 'POST /api/presale/purchase >';
    const answer = 'POST /api/presale/purchase < 200';
    expect(wireBreaks(now, now)).toEqual([]);
    expect(wireBreaks(now, [...now, { call: answer, field: 'more', isRequired: true, types: [], values: [] }])).toEqual(
      [],
    );
    expect(wireBreaks(now, [...now, { call: post, field: 'more', isRequired: true, types: [], values: [] }])).toEqual([
      `${post} more is new, and required`,
    ]);
    expect(
      wireBreaks(
        now,
        now.filter(({ call, field }) => call !== answer || field !== 'status'),
      ),
    ).toEqual([`${answer} status is gone`]);
    expect(wireBreaks(now, change(post, 'transactionHash', { types: ['number'] }))).toEqual([
      `${post} transactionHash may no longer be string`,
    ]);
    expect(wireBreaks(now, change(post, 'termsVersion', { isRequired: true }))).toEqual([
      `${post} termsVersion has become required`,
    ]);
    expect(wireBreaks(now, change(answer, 'status', { isRequired: false, types: ['null', 'string'] }))).toEqual([
      `${answer} status may be absent`,
      `${answer} status may be null`,
    ]);
  });
});
