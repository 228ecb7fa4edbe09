import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

const NEVER = () => new Promise<never>(() => undefined);

beforeAll(() => {
  vi.stubGlobal('self', globalThis);
  vi.stubGlobal('__WB_DISABLE_DEV_LOGS', true);
  vi.stubGlobal('READING_PATHS', ['/faq']);
  vi.stubGlobal('caches', { open: async () => ({ match: async () => undefined }) });
});
afterAll(() => void vi.unstubAllGlobals());
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

/** What the worker answers for a path: by a network, and a copy if there is one. Null while it has not answered. */
async function open(path: string, network: () => Promise<Response>, copy: string | null, put: string[] = []) {
  const { PageStrategy } = await import('#src/worker/page-strategy.ts');
  const handler = {
    fetch: network,
    cacheMatch: async () => (copy === null ? undefined : new Response(copy)),
    cachePut: async (_: Request, page: Response) => put.push(await page.text()) > 0,
    waitUntil: async () => undefined,
  };
  const state: { text: string | null } = { text: null };
  const request = new Request(`https://synx.example${path}`);
  void new PageStrategy()._handle(request, handler as never).then(async (response) => {
    state.text = await response.text();
  });
  await vi.advanceTimersByTimeAsync(0);
  return state;
}

test('a saved page is not kept waiting by a network that stalls, and says that it is a copy', async () => {
  const state = await open('/faq', NEVER, '<p data-offline hidden>');
  await vi.advanceTimersByTimeAsync(7_900);
  expect(state.text).toBeNull();
  await vi.advanceTimersByTimeAsync(100);
  expect(state.text).toBe('<p data-offline>');
});

test('a network in time gives the page; one that is slow still gives a page without a copy', async () => {
  expect((await open('/faq', async () => new Response('new'), 'old')).text).toBe('new');
  const slow = () => new Promise<Response>((resolve) => setTimeout(resolve, 20_000, new Response('new')));
  for (const path of ['/faq', '/staking']) {
    const state = await open(path, slow, path === '/faq' ? null : 'a copy that is never shown');
    await vi.advanceTimersByTimeAsync(19_900);
    expect(state.text).toBeNull();
    await vi.advanceTimersByTimeAsync(100);
    expect(state.text).toBe('new');
  }
});

test('a page that comes after its copy was shown is kept with the files that nobody has loaded', async () => {
  const added: string[] = [];
  const store = { match: async () => undefined, add: async (path: string) => void added.push(path) };
  vi.stubGlobal('caches', { open: async () => store });
  const late = '<link rel="stylesheet" href="/_astro/new.css"><script src="/_astro/new.js"></script>';
  const slow = () => new Promise<Response>((resolve) => setTimeout(resolve, 20_000, new Response(late)));
  const state = await open('/faq', slow, '<link rel="stylesheet" href="/_astro/old.css">');
  await vi.advanceTimersByTimeAsync(8_000);
  expect(state.text).toContain('/_astro/old.css');
  await vi.advanceTimersByTimeAsync(13_000);
  expect(added).toEqual(['/_astro/new.css', '/_astro/new.js']);
});

test.each([true, false])(
  'a page that comes after its copy was shown takes its place if its files come (%s)',
  async (come) => {
    const put: string[] = [];
    const add = async () => (come ? undefined : Promise.reject(new TypeError('Failed to fetch')));
    vi.stubGlobal('caches', { open: async () => ({ match: async () => undefined, add }) });
    const late = '<link rel="stylesheet" href="/_astro/new.css">';
    const slow = () => new Promise<Response>((resolve) => setTimeout(resolve, 20_000, new Response(late)));
    await open('/faq', slow, '<link rel="stylesheet" href="/_astro/old.css">', put);
    await vi.advanceTimersByTimeAsync(21_000);
    expect(put).toEqual(come ? [late] : []);
  },
);
