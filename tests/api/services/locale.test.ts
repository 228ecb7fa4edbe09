import { afterEach, expect, test } from 'vitest';
import { debugIpResponseSchema } from '#src/contract/locale.ts';
import { type HttpApp, openHttpApp } from '#tests/support/http-app.ts';

let http: HttpApp | undefined;
afterEach(async () => {
  await http?.close();
  http = undefined;
});

async function ask(env: NodeJS.ProcessEnv, headers: Record<string, string>, remoteAddress = '10.0.0.1') {
  http ??= await openHttpApp({ env });
  const answer = await http.app.inject({ url: '/api/debug/ip', headers, remoteAddress });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(answer.cookies).toEqual([]);
  return debugIpResponseSchema.strict().parse(answer.json());
}

test('[R7.014] answers detectedLanguage and country, and nothing else', async () => {
  expect(await ask({}, { 'accept-language': 'de-CH,de;q=0.9,en;q=0.8' })).toEqual({
    detectedLanguage: 'de',
    country: null,
  });
  expect(await http?.context.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
});

test.each([
  ['pt-BR', 'pt'],
  ['zh-Hant-TW, en;q=0.5', 'zh'],
  ['sv, da;q=0.9, nl;q=0.2, *;q=0.1', 'nl'],
  ['en;q=0.1, hi;q=0.7', 'hi'],
  ['fr;q=0, it', 'it'],
  ['AR-eg', 'ar'],
  ['sv', 'en'],
  ['*', 'en'],
  ['', 'en'],
  ['ru;q=2, ja;q=abc, es;q=0.3', 'es'],
  [`${'x,'.repeat(2000)}de`, 'en'],
])('Accept-Language %j is %s', async (header, language) => {
  expect((await ask({}, { 'accept-language': header })).detectedLanguage).toBe(language);
});

test('the country is believed only from a proxy of ours', async () => {
  const headers = { 'cf-ipcountry': 'BR', 'x-forwarded-for': '203.0.113.7' };
  expect((await ask({}, headers)).country).toBeNull();
  await http?.close();
  http = undefined;
  const env = { TRUST_PROXY: '10.0.0.0/8' };
  expect((await ask(env, headers)).country).toBe('BR');
  expect((await ask(env, headers, '192.0.2.9')).country).toBeNull();
  expect((await ask(env, { 'cf-ipcountry': 'BR' })).country).toBeNull();
});

test.each([
  [{ 'cf-ipcountry': 'XX' }, null],
  [{ 'cf-ipcountry': 'T1' }, null],
  [{ 'cf-ipcountry': 'Brazil' }, null],
  [{ 'cf-ipcountry': '<b>' }, null],
  [{ 'x-vercel-ip-country': 'jp' }, 'JP'],
  [{ 'cloudfront-viewer-country': 'IN' }, 'IN'],
  [{}, null],
])('the country header %j gives %j', async (headers, country) => {
  const through = { ...(headers as Record<string, string>), 'x-forwarded-for': '203.0.113.7' };
  expect((await ask({ TRUST_PROXY: '1' }, through)).country).toBe(country);
});

test.each([
  ['sv', 'BR', 'pt'],
  ['sv, *;q=0.5', 'AT', 'de'],
  ['', 'EG', 'ar'],
  ['de', 'BR', 'de'],
  ['sv, en;q=0.1', 'BR', 'en'],
  ['sv', 'CH', 'en'],
  ['sv', 'SE', 'en'],
  ['sv', 'XX', 'en'],
])('[R7.015] a browser that asks for %j in %s begins in %s', async (header, country, language) => {
  const headers = { 'accept-language': header, 'cf-ipcountry': country, 'x-forwarded-for': '203.0.113.7' };
  expect((await ask({ TRUST_PROXY: '1' }, headers)).detectedLanguage).toBe(language);
});
