import { beforeEach, expect, test, vi } from 'vitest';
import { loadDictionary } from '#src/i18n/load-dictionary.ts';
import { toastText } from '#src/islands/toaster/toast-text.ts';
import { ACCOUNT, FakeWallet, HASH } from './fake-wallet.ts';
import { ERROR, pageForEach } from './stub-page.ts';

const STATEMENT = 'Prove that this wallet is yours.';
const BUSY = ERROR(503, 'overloaded', 'The service is busy.');
const UNPROVEN = ERROR(403, 'proof_required', 'Please sign.');
/** What a visitor may meet in place of the statement. */
const FAILURES: readonly (readonly [name: string, answer: () => unknown])[] = [
  ['nothing answers', () => new TypeError('Failed to fetch')],
  ['a server refuses', BUSY],
  ['a sign-in page of the network answers', () => new Response('<html>Sign in</html>')],
];
const NONCE = { nonce: 'abcdefgh12345678', expiresAt: '2026-01-01T00:10:00Z' };

const page = pageForEach();
let wallet: FakeWallet;
let isProven: boolean;
beforeEach(() => {
  wallet = new FakeWallet().install();
  isProven = false;
  page.answers.set('/api/wallet/connect', () => ({ walletAddress: ACCOUNT, proven: isProven }));
  page.answers.set('/api/wallet/nonce', NONCE);
  page.answers.set('/api/wallet/prove', () => {
    isProven = true;
    return { walletAddress: ACCOUNT, proven: true };
  });
  page.answers.set('/api/staking/balance', { stakedBalance: '0', availableToStake: '5' });
  page.answers.set('/api/staking/stake', { amount: '5' });
});

const statementIs = (answer: unknown) => page.answers.set('/texts/en.json', answer);
const answerStatement = () => statementIs({ 'wallet.proof.statement': STATEMENT });
const posted = (path: string) => page.posts.filter(({ url }) => url === path).length;

/** The messages of the wallet windows that were opened. */
function signed(): readonly string[] {
  const calls = wallet.calls.filter(({ method }) => method === 'personal_sign');
  return calls.map(({ params }) => Buffer.from(String(params[0]).slice(2), 'hex').toString());
}

async function connected() {
  const { connectWallet } = await import('#src/stores/wallet.ts');
  const { $toasts } = await import('#src/stores/toasts.ts');
  await connectWallet();
  return () => {
    const said = $toasts.get().map((toast) => toastText(toast, loadDictionary('en'), 'en'));
    $toasts.set([]);
    return said;
  };
}

test.each(FAILURES)('no window of a wallet opens without the statement: %s', async (_, failure) => {
  const toasts = await connected();
  const { $stake, $stakingBalance, stakeAll } = await import('#src/stores/staking.ts');
  $stakingBalance.listen(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  statementIs(failure);
  expect(await stakeAll()).toBe(false);
  expect([signed(), posted('/api/staking/stake'), $stake.get().pending]).toEqual([[], 0, false]);
  const said = toasts();
  answerStatement();
  page.answers.set('/api/wallet/nonce', failure);
  expect(await stakeAll()).toBe(false);
  // It is told like any other request that fails on the way to a signature.
  expect([said.length, toasts()]).toEqual([1, said]);
  page.answers.set('/api/wallet/nonce', NONCE);
  expect(await stakeAll()).toBe(true);
  expect(signed()).toEqual([expect.stringContaining(STATEMENT)]);
  expect([posted('/api/wallet/prove'), posted('/api/staking/stake')]).toEqual([1, 1]);
});

test('an owner who could not be asked for a signature can press again', async () => {
  const toasts = await connected();
  const { $busyMission, showOwn } = await import('#src/stores/airdrop.ts');
  statementIs(BUSY);
  expect(await showOwn()).toBe(false);
  expect([toasts().length, signed(), $busyMission.get()]).toEqual([1, [], null]);
  answerStatement();
  expect([await showOwn(), signed().length]).toEqual([true, 1]);
});

test('a payment that needs a proof is kept until the statement can be read', async () => {
  await connected();
  const { postPayment, rememberPayment } = await import('#src/purchase/outbox.ts');
  const { $outbox } = await import('#src/purchase/pending-purchases.ts');
  const answer = { status: 'credited', transactionHash: HASH, confirmations: 6, required: 6, message: '' };
  page.answers.set('/api/presale/purchase', () => (isProven ? answer : UNPROVEN()));
  const body = { walletAddress: ACCOUNT, transactionHash: HASH, chainId: 1 as const };
  rememberPayment(body);
  statementIs(BUSY);
  await expect(postPayment(body)).rejects.toMatchObject({ status: 503 });
  expect([signed(), $outbox.get().length]).toEqual([[], 1]);
  answerStatement();
  await expect(postPayment(body)).resolves.toMatchObject({ status: 'credited' });
  expect([signed().length, $outbox.get().length]).toEqual([1, 0]);
});
