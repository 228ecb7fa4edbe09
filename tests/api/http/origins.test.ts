import type { InjectOptions } from 'fastify';
import { describe, expect, test } from 'vitest';
import { openHttpApp } from '#tests/support/http-app.ts';
import { onceForAll } from '#tests/support/opened.ts';

const OWN = 'https://synx.example';
const PARTNER = 'https://app.partner.example';
const FOREIGN = [
  ...['null', 'https://evil.example', 'http://synx.example', 'https://synx.example:8443', 'https://synx.example.evil'],
  ...['https://evilsynx.example', 'https://www.synx.example', 'https://SYNX.example', 'https://synx.example/'],
  ...['https://app.partner.example.evil', 'http://app.partner.example', 'https://partner.example', 'file://', '*', ' '],
  ...['https://synx.example, https://evil.example', 'https://synx.example\u00a0', 'https://synx%2eexample', 'data:'],
  ...Array.from({ length: 81 }, (_, position) => `https://site-${position}.example`),
];
const CORS = [
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'access-control-allow-methods',
  'access-control-allow-headers',
];

const http = onceForAll(() => openHttpApp({ env: { PUBLIC_ORIGIN: OWN, ALLOWED_ORIGINS: PARTNER } }));

const connect = (headers: Record<string, string>, options: InjectOptions = {}) =>
  http.app.inject({
    method: 'POST',
    url: '/api/wallet/connect',
    headers,
    payload: { walletAddress: `0x${'1'.repeat(40)}`, connectionMethod: 'injected' },
    ...options,
  });

test('100 foreign origins get no CORS headers, and their writes are refused', async () => {
  expect(FOREIGN).toHaveLength(100);
  for (const origin of FOREIGN) {
    const write = await connect({ origin });
    expect([write.statusCode, write.json().code, write.cookies], origin).toEqual([403, 'foreign_origin', []]);
    const read = await http.app.inject({ url: '/api/config', headers: { origin } });
    const preflight = await http.app.inject({
      method: 'OPTIONS',
      url: '/api/wallet/connect',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
    });
    for (const answer of [write, read, preflight]) {
      expect(answer.headers['access-control-allow-origin'], origin).toBeUndefined();
    }
  }
  expect(await http.context.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
});

test('an allowed origin is echoed with credentials, and caches are told to vary by it', async () => {
  const read = await http.app.inject({ url: '/api/config', headers: { origin: PARTNER } });
  expect(read.headers).toMatchObject({
    'access-control-allow-origin': PARTNER,
    'access-control-allow-credentials': 'true',
  });
  expect(String(read.headers.vary).toLowerCase()).toContain('origin');
  const plain = await http.app.inject({ url: '/api/config' });
  expect(String(plain.headers.vary).toLowerCase()).toContain('origin');
  const preflight = await http.app.inject({
    method: 'OPTIONS',
    url: '/api/wallet/connect',
    headers: { origin: PARTNER, 'access-control-request-method': 'POST' },
  });
  expect(preflight.statusCode).toBe(204);
  expect(preflight.headers).toMatchObject({
    'access-control-allow-origin': PARTNER,
    'access-control-allow-methods': 'GET, POST',
  });
  expect((await connect({ origin: PARTNER })).statusCode).toBe(200);
});

test('our own pages need no CORS headers', async () => {
  const answer = await connect({ origin: OWN });
  expect(answer.statusCode).toBe(200);
  for (const name of CORS) expect(answer.headers[name] === undefined || name.endsWith('credentials')).toBe(true);
});

test('without an Origin the browser has to state that the request is not from another site', async () => {
  expect((await connect({ 'sec-fetch-site': 'cross-site' })).json().code).toBe('foreign_origin');
  expect((await connect({ 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200);
  // Programs other than browsers send neither, and carry nobody's cookie.
  expect((await connect({})).statusCode).toBe(200);
});

describe('a request that a form can send without preflight is refused', () => {
  test.each([
    'text/plain',
    'text/plain;charset=UTF-8',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain; application/json',
    'application/jsonp',
  ])('%s', async (type) => {
    const payload = JSON.stringify({ walletAddress: `0x${'1'.repeat(40)}`, connectionMethod: 'injected' });
    for (const url of ['/api/wallet/connect', '/api/wallet/prove', '/api/presale/purchase', '/api/staking/stake']) {
      const answer = await connect({ 'content-type': type, origin: OWN }, { url, payload });
      expect([answer.statusCode, answer.json().code], url).toEqual([415, 'unsupported_media_type']);
    }
  });
});

test('on a developer machine the opened address is the own one', async () => {
  const local = await openHttpApp();
  const post = (origin: string, host: string) =>
    local.app.inject({
      method: 'POST',
      url: '/api/wallet/connect',
      headers: { origin, host },
      payload: { walletAddress: `0x${'1'.repeat(40)}`, connectionMethod: 'injected' },
    });
  expect((await post('http://localhost:4321', 'localhost:4321')).statusCode).toBe(200);
  expect((await post('http://127.0.0.1:4321', '127.0.0.1:4321')).statusCode).toBe(200);
  expect((await post('http://localhost:9999', 'localhost:4321')).json().code).toBe('foreign_origin');
});

test('without PUBLIC_ORIGIN and with several allowed origins, each is echoed alone', async () => {
  const many = await openHttpApp({ env: { ALLOWED_ORIGINS: `${OWN}, ${PARTNER}/` } });
  for (const origin of [OWN, PARTNER]) {
    const answer = await many.app.inject({ url: '/api/config', headers: { origin } });
    expect(answer.headers['access-control-allow-origin']).toBe(origin);
  }
});
