import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ProviderMissingError, providerWait, resolveProvider } from '#src/wallet/resolve-provider.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

const outcome = (promise: Promise<unknown>) => promise.catch((error: unknown) => error);

test('[R9.020] [R9.021] [R9.022] the wait is 8 s, 15 s on a phone, 25 s with the bridge', () => {
  expect([providerWait({}), providerWait({ mobile: true }), providerWait({ mobile: true, bridge: true })]).toEqual([
    8_000, 15_000, 25_000,
  ]);
});

test('[R9.023] a purchase waits 8 s, on a phone 20 s, with the bridge 25 s', () => {
  const waits = [{}, { mobile: true }, { mobile: true, bridge: true }].map((kind) =>
    providerWait({ ...kind, purchase: true }),
  );
  expect(waits).toEqual([8_000, 20_000, 25_000]);
});

test('[R9.024] it tries again every 300 ms, on a phone every 500 ms', async () => {
  const desktop = vi.fn<() => string | undefined>().mockReturnValueOnce(undefined).mockReturnValueOnce('wallet');
  const found = resolveProvider(desktop, { isHidden: () => false });
  await vi.advanceTimersByTimeAsync(299);
  expect(desktop).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await found).toBe('wallet');
  const phone = vi.fn<() => string | undefined>().mockReturnValueOnce(undefined).mockReturnValueOnce('wallet');
  const later = resolveProvider(phone, { mobile: true, isHidden: () => false });
  await vi.advanceTimersByTimeAsync(499);
  expect(phone).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await later).toBe('wallet');
});

test('[R8.009] [R5.002] nothing within 8 s is "No wallet provider available"', async () => {
  const none = outcome(resolveProvider(() => undefined, { isHidden: () => false }));
  await vi.advanceTimersByTimeAsync(8_000);
  const error = await none;
  expect(error).toBeInstanceOf(ProviderMissingError);
  expect(error).toMatchObject({ textKey: 'wallet.error.noProviderAvailable' });
});

test('[R8.010] on a phone the message carries the milliseconds and the last error', async () => {
  const broken = () => {
    throw new Error('locked');
  };
  const none = outcome(resolveProvider(broken, { mobile: true, isHidden: () => false }));
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await none).toMatchObject({
    textKey: 'wallet.error.providerTimeout',
    values: { ms: 15_000, error: 'locked' },
  });
});

test('[R9.025] a hidden page is awaited in steps of 100 ms, at most 5 s', async () => {
  const find = vi.fn(() => 'wallet');
  let hidden = true;
  const shown = resolveProvider(find, { isHidden: () => hidden });
  await vi.advanceTimersByTimeAsync(250);
  expect(find).not.toHaveBeenCalled();
  hidden = false;
  await vi.advanceTimersByTimeAsync(50);
  expect(await shown).toBe('wallet');
  const forever = resolveProvider(find, { isHidden: () => true });
  await vi.advanceTimersByTimeAsync(4_999);
  expect(find).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await forever).toBe('wallet');
});
