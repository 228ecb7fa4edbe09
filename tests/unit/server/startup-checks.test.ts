import { afterEach, expect, test, vi } from 'vitest';
import type { RpcReader } from '#src/chain/rpc-reader.ts';
import { findToken, type Token } from '#src/config/tokens.ts';
import { ChainSources, type CheckOutcome } from '#src/server/platform/chains/chain-sources.ts';
import { checkChainId, WrongChainError } from '#src/server/platform/chains/startup-checks.ts';
import { checkOf } from '#src/server/platform/context/app-context.ts';

afterEach(() => vi.useRealTimers());

test('a source that never ends an answer holds up no start, and another one’s chain is still checked (S22)', async () => {
  vi.useFakeTimers();
  const silent: RpcReader = { request: () => new Promise(() => {}) };
  const of = (chainId: string): RpcReader => ({ request: async () => chainId });
  const env = { chainId: 1, rpcUrls: [], quorum: 2, startBlock: 0n, heartbeatSeconds: 3_600 } as const;
  const right = checkChainId(new ChainSources(env, [of('0x1'), silent, of('0x1')]));
  const wrong = checkChainId(new ChainSources(env, [of('0x1'), silent, of('0x38')])).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(10_000);
  await expect(right).resolves.toBeUndefined();
  expect(await wrong).toBeInstanceOf(WrongChainError);
});

test('a token that a feed prices is sold only if its own contract and the feed match', () => {
  const wrapped: Token = { ...(findToken(1, 'USD1') as Token), pricing: 'feed' };
  const by = (token: CheckOutcome, feed: CheckOutcome) =>
    checkOf({ chains: new Map([[1, { contracts: new Map(Object.entries({ USD1: token, feed })) }]]) }, wrapped);
  expect(by('ok', 'ok')).toBe('ok');
  expect(by('unread', 'mismatch')).toBe('mismatch');
  expect(by('ok', 'unread')).toBe('unread');
  expect(checkOf({ chains: new Map() }, wrapped)).toBe('unread');
});
