import { readFileSync } from 'node:fs';
import fastify, { type InjectOptions } from 'fastify';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { publicRead } from '#src/server/http/routes/public-read.ts';
import { openHttpApp } from '#tests/support/http-app.ts';
import { onceForAll } from '#tests/support/opened.ts';

const WALLET = `0x${'1'.repeat(40)}`;
const HASH = `0x${'2'.repeat(64)}`;
const PARAMETERS: Readonly<Record<string, string>> = {
  wallet: WALLET,
  address: WALLET,
  hash: HASH,
  id: HASH,
  kind: 'purchases',
  proposalId: 'none',
};

const http = onceForAll(openHttpApp);

interface Operation {
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
}

/** Every GET of the published contract, with a value for each part of its path, and whether it takes a query. */
function reads(): readonly { readonly url: string; readonly hasQuery: boolean }[] {
  const { paths = {} } = http.app.swagger() as { paths?: Record<string, { get?: Operation }> };
  return Object.entries(paths).flatMap(([path, { get }]) =>
    get === undefined
      ? []
      : [
          {
            url: path.replaceAll(/\{(\w+)\}/g, (_, name: string) => PARAMETERS[name] ?? name),
            hasQuery: (get.parameters ?? []).some((parameter) => parameter.in === 'query'),
          },
        ],
  );
}

async function ask(request: InjectOptions | string) {
  const { statusCode, headers, body } = await http.app.inject(request);
  return { status: statusCode, cache: headers['cache-control'], cdn: headers['cdn-cache-control'], body };
}

const isPublic = (cache: unknown) => String(cache).startsWith('public');

test('every answer to a read says whether it may be stored, and only good ones may', async () => {
  const answers = await Promise.all(reads().map(async ({ url }) => ({ url, ...(await ask(url)) })));
  expect(answers.length).toBeGreaterThan(35);
  for (const { url, status, cache, cdn } of answers) {
    expect(cache, url).toMatch(/^(public, max-age=0, s-maxage=\d+|private, no-cache|no-store)$/);
    if (status >= 400) expect([url, cache, cdn]).toEqual([url, 'no-store', undefined]);
    if (!isPublic(cache)) expect(cdn, url).toBeUndefined();
  }
  expect(answers.filter(({ cache }) => isPublic(cache)).length).toBeGreaterThan(15);
});

test('no refusal is ever stored: unknown, invalid, too large, of another type, limited, broken or failing', async () => {
  const post = '/api/presale/purchase';
  const json = { 'content-type': 'application/json' };
  const refusals: [number, InjectOptions][] = [
    [404, { url: '/api/nothing' }],
    [404, { url: '/nothing.json' }],
    [404, { url: '/api/track/%' }],
    [404, { url: `/api/records/proof/purchases-99999` }],
    [400, { url: '/api/staking/balance/0x12' }],
    [400, { url: '/api/dashboard/leaderboard?by=age' }],
    [400, { url: '/api/records/roots?before=yesterday' }],
    [400, { method: 'POST', url: post, headers: json, payload: '{' }],
    [413, { method: 'POST', url: post, headers: json, payload: JSON.stringify({ text: 'x'.repeat(20_000) }) }],
    [415, { method: 'POST', url: post, headers: { 'content-type': 'text/plain' }, payload: 'x' }],
    [403, { method: 'POST', url: post, headers: { ...json, origin: 'https://elsewhere.example' }, payload: '{}' }],
    [404, { method: 'PUT', url: '/api/config' }],
  ];
  for (const [expected, request] of refusals) {
    const { status, cache, cdn } = await ask(request);
    expect([request.url, status, cache, cdn]).toEqual([request.url, expected, 'no-store', undefined]);
  }
});

test('a limited caller and a failing database are told so, and nobody else is told it by a cache', async () => {
  const limited = await openHttpApp({ env: { RATE_LIMIT_READS: '1' } });
  await limited.app.inject('/api/config');
  const refused = await limited.app.inject('/api/config');
  expect([refused.statusCode, refused.headers['cache-control']]).toEqual([429, 'no-store']);
  await limited.close();
  const failing = await openHttpApp();
  await sql`drop table record_roots`.execute(failing.context.db);
  const failed = await failing.app.inject('/api/records/roots');
  expect([failed.statusCode, failed.headers['cache-control']]).toEqual([500, 'no-store']);
  expect(failed.headers['cdn-cache-control']).toBeUndefined();
});

test('an answer that is not what its schema says is never sent', async () => {
  const app = fastify();
  const read = publicRead(z.object({ left: z.number() }), async () => ({ left: 'many' }) as never, 1, Date.now);
  app.get('/lie', (request, reply) => read.send(request, reply));
  const { statusCode, body } = await app.inject('/lie');
  expect([statusCode, body.includes('many')]).toEqual([500, false]);
});

test('a query that a read does not know is answered alike, and fills no cache with copies', async () => {
  const stored = await Promise.all(reads().map(async ({ url }) => ({ url, ...(await ask(url)) })));
  for (const { url, body } of stored.filter(({ cache }) => isPublic(cache))) {
    for (const query of ['?x=1', '?utm_source=a&y', '?x=1&x=2', '?%00']) {
      const answer = await ask(`${url}${query}`);
      expect([url, answer.status], query).toEqual([url, 200]);
      expect([answer.cache, answer.cdn], `${url}${query}`).toEqual(['no-store', undefined]);
      if (!body.includes('asOf')) expect(answer.body, url).toBe(body);
    }
    // A question mark alone asks for the same.
    expect((await ask(`${url}?`)).cache, url).toBe(stored.find((one) => one.url === url)?.cache);
  }
  expect(isPublic((await ask('/api/dashboard/leaderboard?by=staked')).cache)).toBe(true);
});

test('the sample for nginx keeps exactly the public reads without parameters, under their path alone', async () => {
  const sample = readFileSync('deploy/nginx/synx-site.conf', 'utf8');
  const [, listed = ''] = /location ~ (\^\/api\/\(.*\)\$) \{/.exec(sample) ?? [];
  const kept = new RegExp(listed);
  const answers = await Promise.all(reads().map(async (read) => ({ ...read, ...(await ask(read.url)) })));
  const wanted = answers.filter(({ cache, hasQuery, url }) => isPublic(cache) && !hasQuery && !url.includes(HASH));
  expect(answers.filter(({ url }) => kept.test(url)).map(({ url }) => url)).toEqual(wanted.map(({ url }) => url));
  expect(sample).toContain('proxy_cache_key $uri;');
});
