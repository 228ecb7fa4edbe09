import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => {
  vi.restoreAllMocks();
  vi.resetModules();
});

it('the server’s time goes on by the page’s own, and never back: not for a rounded second, nor for a cached answer', async () => {
  vi.resetModules();
  const { noteServerTime, serverTime } = await import('#src/client/server-time.ts');
  const answered = (headers: Record<string, string>) => noteServerTime(new Response(null, { headers }));
  const start = Date.parse('2026-11-27T12:00:10Z');
  const page = vi.spyOn(performance, 'now').mockReturnValue(1_000);
  answered({ Date: 'Fri, 27 Nov 2026 12:00:10 GMT' });
  page.mockReturnValue(1_900);
  expect(serverTime()).toBe(start + 900);
  for (const earlier of ['Fri, 27 Nov 2026 12:00:10 GMT', 'Fri, 27 Nov 2026 11:59:00 GMT', 'soon'])
    answered({ Date: earlier });
  answered({});
  expect(serverTime()).toBe(start + 900);
  answered({ Date: 'Fri, 27 Nov 2026 12:00:13 GMT' });
  expect(serverTime()).toBe(start + 3_000);
});
