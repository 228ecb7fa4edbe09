import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { listToken } from '#src/wallet/send-claim.ts';

const DISTRIBUTOR = { chainId: 56, claims: `0x${'cc'.repeat(20)}`, token: `0x${'dd'.repeat(20)}` } as const;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('(S34) a wallet that never answers whether it lists the token is waited for two minutes', async () => {
  const provider = { request: () => new Promise(() => undefined) };
  let isOver = false;
  const listed = listToken(provider, DISTRIBUTOR).then(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(119_900);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(100);
  await listed;
});
