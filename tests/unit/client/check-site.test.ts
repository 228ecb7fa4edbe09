import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkSite } from '#src/scripts/tools/verify/site.ts';

const NAME = 'verify.site.unknown';

/** Every part of the page is this one. */
const shown = { className: '', textContent: '', querySelector: () => shown, replaceChildren: () => undefined };

beforeEach(() => {
  vi.useFakeTimers();
  shown.textContent = '';
  vi.stubGlobal('document', shown);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a site that sends no list of its files, or not all of it, leaves nobody waiting for the comparison', async () => {
  vi.spyOn(console, 'warn').mockReturnValue();
  const silent = ({ signal }: RequestInit = {}) =>
    new Promise<never>((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
  const half = async (init?: RequestInit) => ({ arrayBuffer: () => silent(init) });
  for (const answer of [silent, half]) {
    shown.textContent = '';
    vi.stubGlobal('fetch', (_url: string, init?: RequestInit) => answer(init));
    void checkSite({ texts: { [NAME]: NAME } } as never);
    await vi.advanceTimersByTimeAsync(19_999);
    expect(shown.textContent).toBe('');
    await vi.advanceTimersByTimeAsync(1);
    expect(shown.textContent).toBe(NAME);
  }
});
