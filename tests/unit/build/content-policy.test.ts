import { expect, it } from 'vitest';
import { contentPolicy, stylePolicy } from '#src/build/content-policy.ts';

it('names no other origin without the bridge', () => {
  expect(contentPolicy({ bridge: null }).join(';')).not.toMatch(/:\/\/|frame-src|blob:/);
  expect(stylePolicy({ bridge: null })).toEqual([]);
});

it('names the hosts of the bridge, and not the one where Reown counts', () => {
  const policy = contentPolicy({ bridge: { relayUrl: 'wss://relay.example/path' } });
  expect(policy).toContain(
    "connect-src 'self' wss://relay.example https://api.web3modal.org https://rpc.walletconnect.org",
  );
  expect(policy).toContain('frame-src https://verify.walletconnect.org');
  expect(policy.join(';')).not.toMatch(/pulse|script|unsafe/);
});
