import { expect, test, vi } from 'vitest';
import { publishedRecords } from '#src/client/recount/read-records.ts';

test('a recount of more pages than our limits allow in a minute waits, and goes on', async () => {
  vi.useFakeTimers();
  const page = { records: [], next: null, total: 0, head: '' };
  const answers = [new Response('{}', { status: 429 }), Response.json(page), new Response('{}', { status: 500 })];
  vi.stubGlobal('fetch', async () => answers.shift());
  try {
    const read = publishedRecords().page('points', 60);
    await vi.runAllTimersAsync();
    expect(await read).toEqual(page);
    await expect(publishedRecords().page('points', 120)).rejects.toThrow('500');
  } finally {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  }
});
