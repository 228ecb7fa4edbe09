import { afterEach, expect, test, vi } from 'vitest';
import { query } from '#src/client/query.ts';
import { RequestError, request } from '#src/client/request.ts';
import { messageOf, toastTextOf } from '#src/client/request-message.ts';

afterEach(() => vi.unstubAllGlobals());

function answer(body: string, status = 200, statusText = ''): ReturnType<typeof vi.fn> {
  const fetch = vi.fn(async () => new Response(body, { status, statusText }));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

test('[R7.001] [R7.002] [R7.003] method, URL and JSON body go out with the JSON content type and cookies', async () => {
  const fetch = answer('{"ok":true}');
  expect(await request('POST', '/api/x', { a: 1 })).toEqual({ ok: true });
  expect(fetch).toHaveBeenCalledWith('/api/x', {
    method: 'POST',
    credentials: 'include',
    headers: { 'Content-Type': 'application/json' },
    body: '{"a":1}',
    signal: expect.any(AbortSignal),
  });
});

test('[R7.004] [R8.001] [R8.002] a non-OK answer throws "status: body" with its code and message', async () => {
  answer('{"code":"invalid_amount","message":"The amount must be a number."}', 400);
  const error = await request('GET', '/api/x').catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(RequestError);
  expect(error).toMatchObject({
    message: '400: {"code":"invalid_amount","message":"The amount must be a number."}',
    status: 400,
    code: 'invalid_amount',
    serverMessage: 'The amount must be a number.',
  });
});

test('[R8.003] an empty body gives the status text in its place', async () => {
  answer('', 503, 'Service Unavailable');
  await expect(request('GET', '/api/x')).rejects.toThrow(/^503: Service Unavailable$/);
});

test('[R8.004] a 401 throws like any other status', async () => {
  answer('no', 401);
  await expect(request('GET', '/api/x')).rejects.toMatchObject({ message: '401: no', status: 401 });
});

test('[R7.005] [R7.006] [R7.008] the default query joins its key with slashes, sends cookies and parses JSON', async () => {
  const fetch = answer('{"stakedBalance":"1"}');
  expect(await query('/api/staking/balance', '0xabc')).toEqual({ stakedBalance: '1' });
  expect(fetch).toHaveBeenCalledWith(
    '/api/staking/balance/0xabc',
    expect.objectContaining({ method: 'GET', credentials: 'include' }),
  );
});

test('[R7.007] the default query throws on a non-OK answer', async () => {
  answer('gone', 404);
  await expect(query('/api', 'nothing')).rejects.toThrow('404: gone');
});

test('[R7.022] the message field is what a visitor reads', () => {
  expect(messageOf(new RequestError(400, '', '{"message":"400: Not enough."}'))).toBe('Not enough.');
  expect(messageOf(new RequestError(400, '', 'Plain words.'))).toBe('Plain words.');
});

test('JSON, HTML and foreign errors are never shown', () => {
  for (const body of ['{"error":1}', '[1]', '<html><body>502</body></html>', '<!doctype html>', '"x" <b>bold</b>', ''])
    expect(messageOf(new RequestError(502, '', body))).toBeNull();
  expect(messageOf(new TypeError('Failed to fetch'))).toBeNull();
  expect(messageOf(undefined)).toBeNull();
});

test('an error of the server keeps the id of its request for the toast', async () => {
  answer('{"code":"internal_error","message":"Something went wrong.","requestId":"k3f9x2-1a"}', 500);
  const error = await request('GET', '/api/x').catch((caught: unknown) => caught);
  expect(toastTextOf(error)).toEqual({
    text: 'Something went wrong.',
    textKey: 'api.internal_error',
    requestId: 'k3f9x2-1a',
  });
  answer('{"code":"invalid_amount","message":"The amount must be a number."}', 400);
  const refusal = await request('GET', '/api/x').catch((caught: unknown) => caught);
  expect(toastTextOf(refusal)).not.toHaveProperty('requestId');
});

test('a body of any other shape leaves code and message empty', () => {
  for (const body of ['null', '7', '"text"', '{"code":1,"message":{}}', '{'])
    expect(new RequestError(500, '', body)).toMatchObject({ code: null, serverMessage: null });
});

test.each(['null', '7', '"text"', '[]', '{}', '{"code":7,"message":[]}', '<html>', 'true'])(
  'a body of %s states neither code nor message',
  async (body) => {
    answer(body, 400);
    await expect(request('GET', '/api/x')).rejects.toMatchObject({ code: null, serverMessage: null });
  },
);
