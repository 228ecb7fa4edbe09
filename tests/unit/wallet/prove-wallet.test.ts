import { beforeEach, expect, test, vi } from 'vitest';
import { readProofMessage } from '#src/server/platform/sessions/read-proof-message.ts';
import { proveWallet } from '#src/wallet/prove-wallet.ts';
import { pageForEach } from '#tests/unit/stores/stub-page.ts';
import { FakeProvider } from './fake-provider.ts';

const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const SERVER_TIME = Date.parse('2026-01-01T00:00:00Z');
const ORIGIN = new URL('http://localhost:4321');

const page = pageForEach();
beforeEach(() => {
  page.answers.set('/api/wallet/nonce', {
    nonce: 'abcdefgh12345678',
    expiresAt: new Date(SERVER_TIME + 600_000).toISOString(),
  });
  page.answers.set('/api/wallet/prove', { walletAddress: ACCOUNT, proven: true });
});

test.each([
  ['right', 0],
  ['an hour ahead', 3_600_000],
  ['two minutes ahead', 120_000],
  ['a day behind', -86_400_000],
])('a visitor whose clock is %s signs a valid text', async (_, off) => {
  vi.setSystemTime(SERVER_TIME + off);
  const provider = new FakeProvider({ personal_sign: '0x00' });
  await proveWallet({ provider, account: ACCOUNT, chainId: 56, statement: 'Prove that this wallet is yours.' });
  const [{ body } = { body: undefined }] = page.posts;
  const { message } = body as { message: string };
  const proof = { wallet: ACCOUNT.toLowerCase(), chainId: 56, nonce: 'abcdefgh12345678' };
  expect(readProofMessage(message, ORIGIN, SERVER_TIME + 2_000)).toEqual(proof);
  expect(readProofMessage(message, ORIGIN, SERVER_TIME + 600_001)).toBeNull();
});
