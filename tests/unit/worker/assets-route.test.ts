import { afterAll, beforeAll, expect, test, vi } from 'vitest';

// Its notes are in a database that this run has not.
vi.mock('workbox-expiration', () => ({ ExpirationPlugin: class {} }));

type Fetched = { request: Request; respondWith(answer: Promise<Response>): void; waitUntil(work: unknown): void };

class FetchedEvent {}

const COPY = 'the copy of a style';
let answer: Response;
let listen: ((event: Fetched) => void) | undefined;

beforeAll(async () => {
  const store = { match: async () => new Response(COPY), put: async () => undefined, keys: async () => [] };
  vi.stubGlobal('self', globalThis);
  vi.stubGlobal('location', new URL('https://synx.example/sw.js'));
  vi.stubGlobal('registration', { scope: 'https://synx.example/' });
  vi.stubGlobal('__WB_DISABLE_DEV_LOGS', true);
  vi.stubGlobal('READING_PATHS', ['/faq']);
  for (const name of ['FetchEvent', 'ExtendableEvent']) vi.stubGlobal(name, FetchedEvent);
  vi.stubGlobal('caches', { open: async () => store, match: async () => new Response(COPY) });
  vi.stubGlobal('fetch', async () => answer);
  vi.stubGlobal('addEventListener', (type: string, each: (event: Fetched) => void) => {
    if (type === 'fetch') listen = each;
  });
  await import('#src/worker/service-worker.ts');
});
afterAll(() => void vi.unstubAllGlobals());

test.each([502, 404])('a hashed file that is stored is given where the server answers %i for it', async (status) => {
  answer = new Response('gone', { status });
  const request = new Request('https://synx.example/_astro/old.css');
  let given: Promise<Response> | undefined;
  const respondWith = (its: Promise<Response>) => {
    given = its;
  };
  listen?.(Object.assign(new FetchedEvent(), { request, respondWith, waitUntil: () => undefined }));
  expect(await (await given)?.text()).toBe(COPY);
});
