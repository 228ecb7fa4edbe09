import { describe, expect, test, vi } from 'vitest';
import type { PurchaseResponse } from '#src/contract/presale.ts';
import { ProviderError } from '#src/dev/rehearsal-wallet/provider-error.ts';
import { ACCOUNT, FakeWallet, HASH } from '#tests/unit/stores/fake-wallet.ts';
import { ERROR, fillStorage, PRESALE, pageForEach, reloadStubPage } from '#tests/unit/stores/stub-page.ts';

const PURCHASE = '/api/presale/purchase';
const native = { chainId: 1, symbol: 'ETH', amount: '1' } as const;

const reply = (status: PurchaseResponse['status'], more: Partial<PurchaseResponse> = {}) => ({
  ...{
    status,
    confirmations: status === 'credited' ? 6 : 0,
    required: 6,
    message: 'Said the server.',
    usdAmount: null,
  },
  ...{ tokensAllocated: null, tokenAmount: null },
  ...more,
});

const page = pageForEach();
let wallet: FakeWallet;

async function load() {
  const { answerSummary, buy, resetPurchase } = await import('#src/purchase/offer/purchase.ts');
  const { $purchase } = await import('#src/purchase/purchase-state.ts');
  const { connectWallet } = await import('#src/stores/wallet.ts');
  const { $outbox } = await import('#src/purchase/pending-purchases.ts');
  const { $toasts } = await import('#src/stores/toasts.ts');
  const presale = await import('#src/stores/presale.ts');
  for (const store of [presale.$pricing, presale.$prices, presale.$config, presale.$stats])
    store.listen(() => undefined);
  // Loaded beforehand, because fake time does not move while a module is read.
  await Promise.all([import('#src/purchase/run-purchase.ts'), import('#src/purchase/send-purchase.ts')]);
  const toasts: string[] = [];
  $toasts.listen((list) => list[0]?.open && toasts.push(list[0].key));
  // A visitor who confirms every summary at once.
  const confirming = $purchase.listen(
    ({ stage }) => stage === 'summary' && answerSummary({ termsVersion: '2026-01-01' }),
  );
  await vi.advanceTimersByTimeAsync(0);
  return {
    answerSummary,
    buy,
    confirming,
    resetPurchase,
    $purchase,
    $outbox,
    $toasts,
    toasts,
    connectWallet,
    presale,
    toast: () => $toasts.get()[0],
  };
}

async function connected() {
  wallet = new FakeWallet().install();
  const stores = await load();
  await stores.connectWallet();
  return stores;
}

const purchasePosts = () => page.posts.filter(({ url }) => url === PURCHASE);

test('[R4.019] [R4.020] [R4.021] [R4.023] a native purchase from the press to Tokens Credited', async () => {
  let posted = 0;
  page.answers.set(PURCHASE, () => {
    posted += 1;
    return posted === 1
      ? reply('confirming', { confirmations: 1, tokensAllocated: '347190' })
      : reply('credited', { tokensAllocated: '347190' });
  });
  const { buy, $purchase, toasts, $outbox } = await connected();
  const stages: string[] = [];
  $purchase.listen(({ stage }) => stages.at(-1) !== stage && stages.push(stage));
  const events: unknown[] = [];
  page.window.addEventListener('synx:purchase', (event) => events.push((event as CustomEvent).detail));

  const done = buy(native);
  expect($purchase.get().stage).toBe('waiting');
  await vi.advanceTimersByTimeAsync(59_999);
  expect($purchase.get()).toMatchObject({ stage: 'success', watch: 'running', hash: HASH, confirmations: 5 });
  await vi.advanceTimersByTimeAsync(1);
  await done;

  expect(stages).toEqual(['waiting', 'summary', 'waiting', 'recording', 'success']);
  expect($purchase.get()).toMatchObject({ watch: 'credited', confirmations: 6 });
  expect(toasts).toEqual(['transactionSent', 'purchaseConfirming', 'tokensCredited']);
  expect(events).toEqual([
    { walletAddress: ACCOUNT, tokenAmount: '347190', paymentMethod: 'ETH', usdAmount: '4513.48' },
  ]);
  expect($outbox.get()).toEqual([]);
  const sent = wallet.calls.filter(({ method }) => method === 'eth_sendTransaction');
  expect(sent).toEqual([
    {
      method: 'eth_sendTransaction',
      params: [{ from: ACCOUNT, to: PRESALE, value: '0xde0b6b3a7640000', gas: '0x5208' }],
    },
  ]);
});

test('the recording carries the whole payload and the chain', async () => {
  page.answers.set(PURCHASE, reply('debug'));
  const { buy } = await connected();
  await buy(native);
  expect(purchasePosts()[0]?.body).toEqual({
    walletAddress: ACCOUNT,
    ethAmount: '1',
    paymentAmount: '1',
    paymentMethod: 'ETH',
    usdAmount: '4513.48',
    tokenAmount: '347190',
    transactionHash: HASH,
    status: 'pending',
    phase: 1,
    chainId: 1,
    termsVersion: '2026-01-01',
  });
});

test('nothing reaches the wallet before the summary is confirmed, and nothing after it was declined', async () => {
  const { answerSummary, buy, confirming, $purchase, toasts } = await connected();
  confirming();
  const done = buy({ chainId: 1, symbol: 'USDC', amount: '100' });
  await vi.waitFor(() => expect($purchase.get().stage).toBe('summary'), 20_000);
  // The wallet states 1 gwei, and a token transfer is sent with 100000 gas.
  expect($purchase.get().summary).toMatchObject({ recipient: PRESALE, gasCost: 100_000_000_000_000n });
  expect(wallet.methods()).not.toContain('eth_sendTransaction');
  answerSummary(null);
  await done;
  expect($purchase.get().stage).toBe('idle');
  expect(wallet.methods()).not.toContain('eth_sendTransaction');
  expect(toasts).toEqual([]);
});

test('prices that aged during the summary are read and shown again before anything is sent', async () => {
  page.answers.set(PURCHASE, reply('credited'));
  const { answerSummary, buy, confirming, $purchase } = await connected();
  confirming();
  const summaries: unknown[] = [];
  $purchase.listen(({ stage, summary }) => stage === 'summary' && summaries.push(summary?.pricesAt));
  const done = buy(native);
  await vi.waitFor(() => expect(summaries).toHaveLength(1), 20_000);
  await vi.advanceTimersByTimeAsync(60_001);
  answerSummary({ termsVersion: null });
  await vi.waitFor(() => expect(summaries).toHaveLength(2), 20_000);
  expect(summaries[1]).not.toBe(summaries[0]);
  expect(wallet.methods()).not.toContain('eth_sendTransaction');
  answerSummary({ termsVersion: null });
  await done;
  expect(wallet.methods().filter((method) => method === 'eth_sendTransaction')).toHaveLength(1);
});

test('an amount that the summary changes is checked and shown like a typed one, and that one is paid', async () => {
  page.answers.set(PURCHASE, reply('confirming'));
  const { answerSummary, buy, confirming, $purchase } = await connected();
  confirming();
  const summaries: unknown[] = [];
  $purchase.listen(({ stage, intent }) => stage === 'summary' && summaries.push(intent?.amount));
  void buy({ chainId: 1, symbol: 'USDC', amount: '100' });
  await vi.waitFor(() => expect(summaries).toEqual(['100']), 20_000);
  answerSummary({ termsVersion: null, amount: '19.80033' });
  await vi.waitFor(() => expect(summaries).toEqual(['100', '19.80033']), 20_000);
  expect(wallet.methods()).not.toContain('eth_sendTransaction');
  answerSummary({ termsVersion: null, again: true });
  await vi.waitFor(() => expect(summaries).toHaveLength(3), 20_000);
  expect(wallet.methods()).not.toContain('eth_sendTransaction');
  answerSummary({ termsVersion: null });
  await vi.waitFor(() => expect($purchase.get().stage).toBe('success'), 20_000);
  const sent = wallet.calls.find(({ method }) => method === 'eth_sendTransaction');
  expect(sent?.params[0]).toMatchObject({ data: expect.stringMatching(new RegExp(`${(19_800_330).toString(16)}$`)) });
  expect(purchasePosts()[0]?.body).toMatchObject({ paymentAmount: '19.80033' });
  const { $tracked } = await import('#src/purchase/purchase-state.ts');
  expect($tracked.get()?.intent).toMatchObject({ amount: '19.80033' });
});

test('an amount that the summary lowers below the minimum is refused like a typed one', async () => {
  const { answerSummary, buy, confirming, $purchase, toast } = await connected();
  confirming();
  const done = buy({ chainId: 1, symbol: 'USDC', amount: '100' });
  await vi.waitFor(() => expect($purchase.get().stage).toBe('summary'), 20_000);
  answerSummary({ termsVersion: null, amount: '4.99' });
  await done;
  expect(toast()?.key).toBe('invalidAmount');
  expect(wallet.methods()).not.toContain('eth_sendTransaction');
});

test('[R8.031] a wallet that changed its network during the summary is detected before anything is sent', async () => {
  const { answerSummary, buy, confirming, $purchase, toast } = await connected();
  confirming();
  const done = buy(native);
  await vi.waitFor(() => expect($purchase.get().stage).toBe('summary'), 20_000);
  wallet.chainId = 56;
  answerSummary({ termsVersion: null });
  await done;
  expect(toast()?.key).toBe('wrongNetwork');
  expect(wallet.methods()).not.toContain('eth_sendTransaction');
});

test('[R7.068] a token purchase is a plain transfer to the presale address', async () => {
  page.answers.set(PURCHASE, reply('debug'));
  const { buy } = await connected();
  await buy({ chainId: 1, symbol: 'USDC', amount: '100' });
  const [call] = wallet.calls.filter(({ method }) => method === 'eth_sendTransaction');
  expect(call?.params[0]).toMatchObject({
    to: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    value: '0x0',
    gas: '0x186a0',
    data: `0xa9059cbb${PRESALE.slice(2).toLowerCase().padStart(64, '0')}${(100_000_000).toString(16).padStart(64, '0')}`,
  });
  expect(purchasePosts()[0]?.body).toMatchObject({ ethAmount: '0', paymentAmount: '100', paymentMethod: 'USDC' });
});

test('[R7.060] [R7.061] [R7.062] after a purchase stats, stake, holdings and both leaderboards are requested again', async () => {
  page.answers.set(PURCHASE, reply('debug'));
  const own = ACCOUNT.toLowerCase();
  const paths = [
    '/api/presale/stats',
    '/api/staking/stats',
    `/api/staking/balance/${own}`,
    `/api/dashboard/holdings/${own}`,
    `/api/dashboard/leaderboard?by=holdings&wallet=${own}`,
    '/api/airdrop/leaderboard',
  ];
  for (const path of paths.slice(1)) page.answers.set(path, {});
  const { buy } = await connected();
  const { $stakingBalance, $stakingHistory, $stakingStats } = await import('#src/stores/staking.ts');
  const { $boards } = await import('#src/stores/dashboard.ts');
  const { $board } = await import('#src/stores/airdrop.ts');
  for (const store of [$stakingStats, $stakingBalance, $stakingHistory, $boards.holdings, $board])
    store.listen(() => undefined);
  await vi.advanceTimersByTimeAsync(0);
  const asked = () => paths.map((path) => page.fetch.mock.calls.filter(([url]) => url === path).length);
  expect(asked()).toEqual(paths.map(() => 1));
  await buy(native);
  await vi.advanceTimersByTimeAsync(0);
  expect(asked()).toEqual(paths.map(() => 2));
});

test('[R8.017] without a wallet nothing is sent', async () => {
  const { buy, toast, $purchase } = await load();
  await buy(native);
  expect(toast()?.key).toBe('noWalletConnected');
  expect($purchase.get().stage).toBe('idle');
});

test('[R8.036] [R8.038] a chain without the presale and an amount that is no number are refused', async () => {
  const { buy, toast, $purchase } = await connected();
  await buy({ chainId: 10 as 1, symbol: 'ETH', amount: '1' });
  expect(toast()?.key).toBe('unsupportedChain');
  for (const amount of ['1e3', '-1', 'x1']) {
    await buy({ ...native, amount });
    expect(toast()?.key, amount).toBe('invalidAmount');
  }
  expect($purchase.get().stage).toBe('idle');
  expect(wallet.methods()).not.toContain('eth_sendTransaction');
});

test('an answer that the page cannot read frees the button and says that the transaction failed', async () => {
  const { buy, toast, presale, $purchase } = await connected();
  presale.$pricing.mutate({ ...presale.$pricing.get().data!, offers: undefined as never });
  await buy(native);
  expect(toast()).toMatchObject({ key: 'transactionFailed', variant: 'destructive' });
  expect($purchase.get().stage).toBe('idle');
  expect(wallet.methods()).not.toContain('eth_sendTransaction');
});

test('a second attempt while one is under way is ignored', async () => {
  page.answers.set(PURCHASE, reply('debug'));
  const { buy } = await connected();
  await Promise.all([buy(native), buy(native)]);
  expect(wallet.methods().filter((method) => method === 'eth_sendTransaction')).toHaveLength(1);
});

test('a presale address that the API does not state sells nothing (S7)', async () => {
  page.answers.set('/api/config', { debugMode: false, presaleAddress: '0x0000000000000000000000000000000000000001' });
  const { buy, toast, presale } = await connected();
  expect(presale.$addressMismatch.get()).toBe(true);
  await buy(native);
  expect(toast()?.key).toBe('addressMismatch');
  expect(wallet.methods()).not.toContain('eth_sendTransaction');
});

test('a withdrawn build sells nothing, wherever a copy of it is open', async () => {
  const commit = 'a1'.repeat(20);
  vi.stubGlobal('document', { hidden: false, querySelector: () => ({ content: `${commit}-dirty` }) });
  const config = { debugMode: false, presaleAddress: PRESALE };
  page.answers.set('/api/config', { ...config, withdrawnBuilds: ['b2'.repeat(20), commit] });
  const { buy, toast, presale } = await connected();
  expect(presale.$buildWithdrawn.get()).toBe(true);
  await buy(native);
  expect(toast()?.key).toBe('buildWithdrawn');
  expect(wallet.methods()).not.toContain('eth_sendTransaction');
  page.answers.set('/api/config', { ...config, withdrawnBuilds: ['b2'.repeat(20)] });
  await presale.refetchPresale();
  expect(presale.$buildWithdrawn.get()).toBe(false);
});

test('a press before the settings of the sale have arrived waits for them', async () => {
  const config: unknown = page.answers.get('/api/config');
  page.answers.set('/api/config', ERROR);
  const { buy, toasts, presale } = await connected();
  expect(presale.$config.get().data).toBeUndefined();
  page.answers.set('/api/config', config);
  await buy(native);
  expect(toasts).not.toContain('priceNotLive');
  expect(wallet.methods()).toContain('eth_sendTransaction');
});

test('a coin without a live price, a closed sale and a withdrawn option sell nothing', async () => {
  page.answers.set('/api/crypto/prices', {
    ETH: '4513.48',
    BNB: null,
    MATIC: null,
    live: { ETH: false, BNB: false, MATIC: false },
  });
  const { buy, toast, presale } = await connected();
  await buy(native);
  expect(toast()?.key).toBe('priceNotLive');
  const pricing = presale.$pricing.get().data!;
  presale.$pricing.mutate({ ...pricing, saleStatus: 'closed' });
  await buy({ chainId: 1, symbol: 'USDC', amount: '100' });
  expect(toast()?.key).toBe('priceNotLive');
  presale.$pricing.mutate({
    ...pricing,
    offers: [{ chainId: 1, paymentMethod: 'USDC', offered: false, reason: 'switched-off' }],
  });
  await buy({ chainId: 1, symbol: 'USDC', amount: '100' });
  expect(toast()?.key).toBe('unsupportedToken');
  expect(wallet.methods()).not.toContain('eth_sendTransaction');
});

test('a stablecoin is sold while the chain’s own coin has no price', async () => {
  page.answers.set('/api/crypto/prices', {
    ETH: null,
    BNB: null,
    MATIC: null,
    live: { ETH: false, BNB: false, MATIC: false },
  });
  page.answers.set(PURCHASE, reply('confirming'));
  const { buy, $purchase } = await connected();
  void buy({ chainId: 1, symbol: 'USDC', amount: '100' });
  await vi.waitFor(() => expect($purchase.get().stage).toBe('success'), 20_000);
  expect(purchasePosts()[0]?.body).toMatchObject({ usdAmount: '100', tokenAmount: '7692' });
});

test('prices that are a minute old are still sold at', async () => {
  const asked = () => page.fetch.mock.calls.filter(([url]) => url === '/api/presale/pricing').length;
  const askedAtPost: number[] = [];
  page.answers.set(PURCHASE, () => {
    askedAtPost.push(asked());
    return reply('debug');
  });
  const { buy } = await connected();
  await vi.advanceTimersByTimeAsync(60_000);
  await buy(native);
  expect(askedAtPost).toEqual([1]);
});

test('prices older than a minute are requested again before anything is sent', async () => {
  const asked = () => page.fetch.mock.calls.filter(([url]) => url === '/api/presale/pricing').length;
  const askedAtPost: number[] = [];
  page.answers.set(PURCHASE, () => {
    askedAtPost.push(asked());
    return reply('debug');
  });
  const { buy } = await connected();
  await buy(native);
  const { resetPurchase } = await import('#src/purchase/offer/purchase.ts');
  resetPurchase();
  // The purchase itself changes the sale's figures, which are requested again after it, the last time after 2 s.
  await vi.advanceTimersByTimeAsync(2_000);
  const before = asked();
  await vi.advanceTimersByTimeAsync(60_001);
  wallet.set('eth_sendTransaction', `0x${'ba'.repeat(32)}`);
  const again = buy(native);
  await vi.advanceTimersByTimeAsync(0);
  await again;
  expect(askedAtPost).toEqual([1, before + 1]);
});

test('[R8.033] a refusal in the wallet is Transaction Cancelled, and the button is free', async () => {
  const { buy, toast, $purchase } = await connected();
  wallet.set('eth_sendTransaction', new ProviderError(4001, 'no'));
  await buy(native);
  expect(toast()?.key).toBe('transactionCancelled');
  expect($purchase.get().stage).toBe('idle');
});

test('[R8.027] the refusal of the node is Insufficient Gas Fees, without a second method tried', async () => {
  const { buy, toast } = await connected();
  wallet.set('eth_sendTransaction', new ProviderError(-32000, 'insufficient funds for gas * price + value'));
  await buy(native);
  expect(toast()?.key).toBe('insufficientGasFees');
  expect(wallet.methods()).not.toContain('wallet_sendTransaction');
});

test('[R8.035] [R5.004] an answer that is not a hash of 66 characters is Transaction Error', async () => {
  const { buy, toast, $outbox } = await connected();
  for (const answer of [`0x${'a'.repeat(63)}`, '', null, 7]) {
    wallet.set('eth_sendTransaction', answer);
    await buy(native);
    expect(toast()?.key).toBe('transactionError');
  }
  expect(purchasePosts()).toEqual([]);
  expect($outbox.get()).toEqual([]);
});

test('[R9.011] [R8.024] after 120 s Transaction Timeout; a hash that comes later is still recorded', async () => {
  page.answers.set(PURCHASE, reply('credited', { tokensAllocated: '9' }));
  const { buy, toasts, $purchase } = await connected();
  let approve = (_hash: string): void => undefined;
  wallet.set('eth_sendTransaction', () => new Promise((resolve) => (approve = resolve)));
  const done = buy(native);
  await vi.advanceTimersByTimeAsync(119_999);
  expect($purchase.get().stage).toBe('waiting');
  const reads = wallet.methods().filter((method) => method === 'eth_getBalance').length;
  await vi.advanceTimersByTimeAsync(1);
  expect($purchase.get().stage).toBe('idle');
  expect(toasts).toEqual(['transactionTimeout']);
  // A wallet that has sent the payment without an answer shows it in the balance.
  expect(wallet.methods().filter((method) => method === 'eth_getBalance').length).toBeGreaterThan(reads);
  await vi.advanceTimersByTimeAsync(600_000);
  approve(HASH);
  await done;
  expect(purchasePosts()).toHaveLength(1);
  expect($purchase.get()).toMatchObject({ stage: 'success', watch: 'credited' });
  expect(toasts).toEqual(['transactionTimeout', 'transactionSent', 'purchaseSuccessful']);
});

test.each([-32_001, -32_002])(
  '[R8.024] a payment that answers %i waits for the request that is open in the wallet, and the wallet is asked once',
  async (code) => {
    const { buy, toasts, $purchase } = await connected();
    wallet.set('eth_sendTransaction', new ProviderError(code, 'Request already pending'));
    void buy(native);
    await vi.advanceTimersByTimeAsync(119_999);
    expect($purchase.get()).toMatchObject({ stage: 'waiting', tracked: { hash: null, late: false } });
    // The open request may be a change of network.
    const { reloadPage } = await import('#src/stores/page-reload.ts');
    expect(reloadPage(() => undefined)).toBe(false);
    await buy(native);
    expect(toasts).toEqual(['answerWallet']);
    expect(wallet.methods().filter((method) => method === 'eth_sendTransaction')).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect($purchase.get()).toMatchObject({ stage: 'idle', tracked: { hash: null, late: true } });
    expect(toasts).toEqual(['answerWallet', 'transactionTimeout']);
  },
);

test('the hash is stored before it is posted, and leaves storage only when settled', async () => {
  const stored: string[] = [];
  page.answers.set(PURCHASE, () => {
    stored.push(...Object.keys(page.localStorage).filter((key) => key.includes(HASH)));
    return reply('needs-review');
  });
  const { buy, $outbox, toasts } = await connected();
  await buy(native);
  expect(stored).toHaveLength(1);
  expect($outbox.get()).toEqual([]);
  expect(toasts).toEqual(['transactionSent', 'tokensProcessing']);
});

test('[R8.039] a recording that fails shows the server message, keeps the hash, and is posted again until it is answered', async () => {
  page.answers.set(PURCHASE, ERROR(400, 'invalid_request', '400: Not like this.'));
  const { buy, toast, toasts, $purchase, $outbox } = await connected();
  await buy(native);
  // Loaded beforehand, because fake time does not move while a module is read.
  await import('#src/wallet/read-chain.ts');
  expect(toast()).toMatchObject({ key: 'purchaseFailed', text: 'Not like this.', textKey: 'api.invalid_request' });
  expect(toast()?.payment).toEqual({ hash: HASH, chainId: 1 });
  expect($purchase.get()).toMatchObject({ stage: 'idle', hash: HASH });
  expect($outbox.get()).toHaveLength(1);
  page.answers.set(PURCHASE, reply('credited', { tokensAllocated: '5' }));
  const { $balances } = await import('#src/stores/balances.ts');
  wallet.set('eth_getBalance', '0x7');
  await vi.advanceTimersByTimeAsync(2_000);
  expect($outbox.get()).toEqual([]);
  expect(toasts.at(-1)).toBe('tokensCredited');
  expect($balances.get()['1:ETH']).toBe(7n);
});

test.each([
  [429, 'rate_limited'],
  [503, 'overloaded'],
  [403, 'wrong_wallet'],
  [400, 'invalid_proof'],
])(
  'a recording that fails for no fault of the hash (%i) does not tell the visitor to try again',
  async (status, code) => {
    page.answers.set(PURCHASE, ERROR(status, code, 'Please try again shortly.'));
    const { buy, toast } = await connected();
    await buy(native);
    expect(toast()).toMatchObject({ key: 'purchaseFailed', text: null, textKey: null });
  },
);

test('a recording that fails while nobody looks at the page is posted again there', async () => {
  page.answers.set(PURCHASE, () => {
    vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: true }));
    return new TypeError('Failed to fetch');
  });
  const { buy, $outbox } = await connected();
  await buy(native);
  page.answers.set(PURCHASE, reply('credited'));
  await vi.advanceTimersByTimeAsync(2_000);
  expect($outbox.get()).toEqual([]);
});

test('a payment of an earlier page is posted when the next one loads', async () => {
  page.answers.set(PURCHASE, () => new TypeError('Failed to fetch'));
  const first = await connected();
  await first.buy(native);
  expect(first.toast()).toMatchObject({ key: 'purchaseFailed', text: null });
  reloadStubPage(page);
  page.answers.set(PURCHASE, reply('credited', { tokensAllocated: '5' }));
  const { toast, $outbox } = await load();
  expect(purchasePosts().at(-1)?.body).toMatchObject({ transactionHash: HASH });
  expect($outbox.get()).toEqual([]);
  expect(toast()).toMatchObject({
    key: 'tokensCredited',
    values: { amount: '5' },
    payment: { hash: HASH, chainId: 1 },
  });
});

test('a payment stored by another version is posted by hash and wallet; a damaged one blocks no other', async () => {
  const [other, damaged] = [`0x${'cd'.repeat(32)}`, '0x12'];
  const body = { walletAddress: ACCOUNT, transactionHash: other, chainId: 'ethereum', paymentAmount: { value: '1' } };
  page.localStorage.setItem('synx_payment:broken', '{"body":');
  page.localStorage.setItem(`synx_payment:${damaged}`, JSON.stringify({ body: { ...body, transactionHash: damaged } }));
  page.localStorage.setItem(`synx_payment:${other}`, JSON.stringify({ body }));
  page.answers.set(PURCHASE, reply('credited', { tokensAllocated: '5' }));
  const { toast } = await load();
  expect(purchasePosts().map((post) => post.body)).toEqual([{ walletAddress: ACCOUNT, transactionHash: other }]);
  expect(toast()).toMatchObject({ key: 'tokensCredited', payment: { hash: other, chainId: null } });
  await vi.advanceTimersByTimeAsync(600_000);
  expect(purchasePosts()).toHaveLength(1);
  // Nor is the damaged one tried in vain again and again.
  expect(console.warn).not.toHaveBeenCalled();
});

test('a payment that the API wants signed for is posted again without a word to the wallet', async () => {
  page.answers.set(PURCHASE, () => new TypeError('Failed to fetch'));
  const { buy, $outbox } = await connected();
  await buy(native);
  // Loaded beforehand, because fake time does not move while a module is read.
  await import('#src/wallet/prove-wallet.ts');
  const asked = wallet.calls.length;
  page.answers.set(PURCHASE, ERROR(403, 'proof_required', 'Sign first.'));
  page.answers.set('/api/wallet/nonce', { nonce: 'abcdefgh', expiresAt: '2026-01-01T01:00:00Z' });
  const before = purchasePosts().length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(purchasePosts().length).toBeGreaterThan(before);
  expect(wallet.calls.slice(asked).map(({ method }) => method)).not.toContain('personal_sign');
  expect($outbox.get()).toHaveLength(1);
});

test('a tab that ends during the recording loses nothing', async () => {
  page.answers.set(PURCHASE, () => new Promise(() => undefined));
  const first = await connected();
  void first.buy(native);
  await vi.waitFor(() => expect(purchasePosts()).toHaveLength(1), 20_000);
  reloadStubPage(page);
  page.answers.set(PURCHASE, reply('confirming', { confirmations: 3 }));
  const { $outbox, toasts } = await load();
  expect(purchasePosts()).toHaveLength(2);
  expect($outbox.get()).toHaveLength(1);
  page.answers.set(PURCHASE, reply('credited', { tokensAllocated: '5' }));
  await vi.advanceTimersByTimeAsync(2_000);
  expect($outbox.get()).toEqual([]);
  expect(toasts).toEqual(['tokensCredited']);
});

test('a storage that accepts nothing keeps the payment for the life of the page', async () => {
  fillStorage(page);
  page.answers.set(PURCHASE, () => new TypeError('Failed to fetch'));
  const { buy, toasts } = await connected();
  await buy(native);
  page.answers.set(PURCHASE, reply('credited', { tokensAllocated: '5' }));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(purchasePosts()).toHaveLength(2);
  expect(toasts.at(-1)).toBe('tokensCredited');
});

test('waits between tries double, from 2 s to 5 minutes', async () => {
  page.answers.set(PURCHASE, () => new TypeError('Failed to fetch'));
  const { buy } = await connected();
  await buy(native);
  const times: number[] = [];
  const start = Date.now();
  page.answers.set(PURCHASE, () => {
    times.push((Date.now() - start) / 1_000);
    return new TypeError('Failed to fetch');
  });
  await vi.advanceTimersByTimeAsync(1_300_000);
  expect(times).toEqual([2, 6, 14, 30, 62, 126, 254, 510, 810, 1110]);
});

test('being online again posts the waiting payments', async () => {
  page.answers.set(PURCHASE, () => new TypeError('Failed to fetch'));
  const { buy, $outbox } = await connected();
  await buy(native);
  page.answers.set(PURCHASE, reply('credited'));
  page.window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect($outbox.get()).toEqual([]);
});

test('no reload between the press and the answer of the recording', async () => {
  let answer = (_value: unknown): void => undefined;
  page.answers.set(PURCHASE, () => new Promise((resolve) => (answer = resolve)));
  const { buy, $purchase } = await connected();
  const done = buy(native);
  await vi.waitFor(() => expect($purchase.get().stage).toBe('recording'), 20_000);
  wallet.moveTo(56);
  await vi.advanceTimersByTimeAsync(0);
  expect(page.reload).not.toHaveBeenCalled();
  answer(reply('credited'));
  await done;
  wallet.moveTo(137);
  await vi.waitFor(() => expect(page.reload).toHaveBeenCalledOnce(), 20_000);
});

test('[R4.012] the manual-disconnect flag of another tab is lifted for the purchase and set again', async () => {
  page.answers.set(PURCHASE, reply('debug'));
  const { buy } = await connected();
  const { replaceConnection } = await import('#src/stores/current-connection.ts');
  const connection = replaceConnection(null);
  const flag = () => page.localStorage.getItem('wallet_manual_disconnect');
  page.localStorage.setItem('wallet_manual_disconnect', 'true');
  const done = buy(native);
  await vi.advanceTimersByTimeAsync(299);
  expect(flag()).toBeNull();
  replaceConnection(connection);
  await vi.advanceTimersByTimeAsync(1);
  await done;
  expect(flag()).toBe('true');
  expect(purchasePosts()).toHaveLength(1);
});

test.each([
  ['a desktop', 'Mozilla/5.0 (X11; Linux x86_64)', 8_000, 'wallet.error.noProviderAvailable'],
  ['a phone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_2 like Mac OS X)', 20_000, 'wallet.error.providerTimeout'],
])(
  '[R9.023] on %s a purchase waits for a missing wallet as long as stated',
  async (_device, userAgent, ms, textKey) => {
    const { buy, toast, $purchase } = await connected();
    vi.stubGlobal('navigator', { userAgent });
    const { replaceConnection } = await import('#src/stores/current-connection.ts');
    replaceConnection(null);
    const done = buy(native);
    // A last try that would end after the time limit is not begun; on a phone one comes every 500 ms, otherwise every
    // 300 ms.
    await vi.advanceTimersByTimeAsync(ms - 500);
    expect($purchase.get().stage).toBe('waiting');
    await vi.advanceTimersByTimeAsync(500);
    await done;
    expect(toast()).toMatchObject({ key: 'walletProviderUnavailable', textKey });
    expect(wallet.methods()).not.toContain('eth_sendTransaction');
  },
);

test('[R9.023] a wallet that comes back within that time is asked to pay', async () => {
  page.answers.set(PURCHASE, reply('credited'));
  const { buy } = await connected();
  const { replaceConnection } = await import('#src/stores/current-connection.ts');
  const connection = replaceConnection(null);
  const done = buy(native);
  await vi.advanceTimersByTimeAsync(7_000);
  replaceConnection(connection);
  await vi.advanceTimersByTimeAsync(300);
  await done;
  expect(wallet.methods()).toContain('eth_sendTransaction');
});

test('[R4.025] in debug mode a made-up hash is recorded without any transaction', async () => {
  page.answers.set('/api/config', { debugMode: true, presaleAddress: PRESALE });
  page.answers.set(PURCHASE, reply('debug', { tokenAmount: '347190' }));
  const { buy, $purchase, toasts } = await connected();
  await buy(native);
  expect(wallet.methods()).not.toContain('eth_sendTransaction');
  const body = purchasePosts()[0]?.body as { transactionHash: string; status: string };
  expect(body.status).toBe('debug');
  expect(body.transactionHash).toMatch(/^0x[0-9a-f]{64}$/);
  expect($purchase.get()).toMatchObject({ stage: 'success', watch: null });
  expect(toasts).toEqual(['purchaseSuccessful']);
});

test('a payment whose block leaves the chain counts from nothing again', async () => {
  page.answers.set(PURCHASE, reply('confirming'));
  const { buy, $purchase } = await connected();
  const { $tracked } = await import('#src/purchase/purchase-state.ts');
  void buy(native);
  await vi.advanceTimersByTimeAsync(10_000);
  expect($purchase.get()).toMatchObject({ stage: 'success', confirmations: 1 });
  wallet.set('eth_getTransactionReceipt', null);
  await vi.advanceTimersByTimeAsync(10_000);
  expect($purchase.get()).toMatchObject({ stage: 'success', confirmations: 0 });
  expect($tracked.get()?.reorged).toBe(true);
});

test('a stepper that is closed stays closed, and the payment is followed to its credit', async () => {
  let posted = 0;
  page.answers.set(PURCHASE, () => reply(posted++ === 0 ? 'confirming' : 'credited'));
  const { buy, $purchase, toasts } = await connected();
  const { $tracked, dismissTracked } = await import('#src/purchase/purchase-state.ts');
  const done = buy(native);
  await vi.advanceTimersByTimeAsync(20_000);
  expect($tracked.get()).toMatchObject({ hash: HASH });
  dismissTracked();
  expect($tracked.get()).toBeNull();
  await vi.advanceTimersByTimeAsync(60_000);
  await done;
  expect($tracked.get()).toBeNull();
  expect($purchase.get()).toMatchObject({ stage: 'success', watch: 'credited' });
  expect(toasts.at(-1)).toBe('tokensCredited');
});

test('Buy More returns to the form while the earlier payment is still followed', async () => {
  let posted = 0;
  page.answers.set(PURCHASE, () => reply(posted++ === 0 ? 'confirming' : 'credited'));
  const { buy, resetPurchase, $purchase, toasts } = await connected();
  const done = buy(native);
  await vi.advanceTimersByTimeAsync(20_000);
  resetPurchase();
  expect($purchase.get().stage).toBe('idle');
  await vi.advanceTimersByTimeAsync(60_000);
  await done;
  expect($purchase.get().stage).toBe('idle');
  expect(toasts.at(-1)).toBe('tokensCredited');
});

describe('a payment that the wallet replaced', () => {
  const [B, C] = [`0x${'b1'.repeat(32)}`, `0x${'c1'.repeat(32)}`] as const;
  const by = (replacedBy: string) => reply('replaced', { replacedBy, chainId: 1 });
  /** The API by hash; it names the hash of its answer. */
  const tell = (replies: Record<string, ReturnType<typeof reply> | Error>) =>
    page.answers.set(PURCHASE, (body: unknown) => {
      const { transactionHash } = body as { transactionHash: string };
      const told = replies[transactionHash];
      return told instanceof Error ? told : { transactionHash, ...told };
    });
  const posted = () => purchasePosts().map(({ body }) => (body as { transactionHash: string }).transactionHash);

  test('is followed across two replacements to the credit, never as failed, and the form stays away', async () => {
    tell({ [HASH]: reply('processing', { chainId: 1, paymentMethod: 'ETH' }) });
    const { buy, $purchase, $outbox, toast, toasts } = await connected();
    wallet.set('eth_getTransactionReceipt', null);
    const stages: string[] = [];
    const done = buy(native);
    await vi.advanceTimersByTimeAsync(5_000);
    $purchase.listen(({ stage }) => stages.push(stage));
    tell({ [HASH]: by(B), [B]: reply('confirming', { chainId: 1, confirmations: 1, tokensAllocated: '8' }) });
    await vi.advanceTimersByTimeAsync(10_000);
    expect($purchase.get()).toMatchObject({ stage: 'success', hash: B, replaced: true, watch: 'running' });
    expect($outbox.get()).toMatchObject([{ body: { transactionHash: B }, replaces: HASH }]);
    expect(posted().slice(-2)).toEqual([HASH, B]);
    expect(toast()).toMatchObject({ key: 'paymentReplaced', payment: { hash: B, chainId: 1 } });
    const { paymentAmount, tokenAmount } = $outbox.get()[0]?.body ?? {};
    expect([paymentAmount, tokenAmount]).toEqual([undefined, undefined]);

    tell({ [HASH]: by(C), [B]: by(C), [C]: reply('credited', { chainId: 1, tokensAllocated: '9' }) });
    await vi.advanceTimersByTimeAsync(10_000);
    await done;
    // The first hash is not posted again once its successor is known.
    expect(posted().slice(-2)).toEqual([B, C]);
    expect($purchase.get()).toMatchObject({ stage: 'success', hash: C, watch: 'credited' });
    expect(new Set(stages)).toEqual(new Set(['success']));
    expect(toasts).toEqual([
      'transactionSent',
      'purchaseConfirming',
      'paymentReplaced',
      'paymentReplaced',
      'tokensCredited',
    ]);
    expect($outbox.get()).toEqual([]);
  });

  test('is kept by its new hash as soon as it is known, even if the new one cannot be posted yet', async () => {
    tell({ [HASH]: by(B), [B]: new TypeError('Failed to fetch') });
    const { buy, $outbox, toasts } = await connected();
    await buy(native);
    expect($outbox.get()).toMatchObject([{ body: { transactionHash: B } }]);
    expect(toasts.at(-1)).toBe('purchaseFailed');
    reloadStubPage(page);
    tell({ [B]: reply('credited', { chainId: 1, paymentMethod: 'ETH', paymentAmount: '2', tokensAllocated: '9' }) });
    const next = await load();
    const { $tracked } = await import('#src/purchase/purchase-state.ts');
    expect(posted().at(-1)).toBe(B);
    expect(next.toasts).toEqual(['tokensCredited']);
    expect(next.toast()?.payment).toEqual({ hash: B, chainId: 1 });
    expect($tracked.get()).toMatchObject({ hash: B, replaced: true, intent: { symbol: 'ETH', amount: '2' } });
    expect(next.$outbox.get()).toEqual([]);
  });

  test('is posted by its followers alone, not by the outbox too', async () => {
    tell({ [HASH]: by(B), [B]: reply('confirming', { chainId: 1, confirmations: 1 }) });
    const { buy, $purchase } = await connected();
    void buy(native);
    await vi.waitFor(() => expect($purchase.get().stage).toBe('success'), 20_000);
    expect(posted()).toEqual([HASH, B]);
    page.window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(posted()).toEqual([HASH, B]);
  });

  test('is kept by its old hash where the browser has no room for the new one', async () => {
    const { localStorage } = page;
    fillStorage(page, (key) => key.endsWith(B));
    tell({ [HASH]: by(B), [B]: new TypeError('Failed to fetch') });
    const { buy } = await connected();
    await buy(native);
    expect(Object.keys(localStorage).filter((key) => key.startsWith('synx_payment:'))).toEqual([
      `synx_payment:${HASH}`,
    ]);
    reloadStubPage(page);
    tell({ [HASH]: by(B), [B]: reply('credited', { chainId: 1, tokensAllocated: '9' }) });
    const next = await load();
    expect(next.toasts).toEqual(['tokensCredited']);
    expect(next.$outbox.get()).toEqual([]);
  });

  test('is followed by one posting over eight replacements in a row, and no further', async () => {
    const hashes = Array.from({ length: 12 }, (_, index) => `0x${index.toString(16).padStart(64, '0')}`);
    const chain = hashes.slice(1).map((hash, index) => [hashes[index], by(hash)] as const);
    tell({ [HASH]: by(hashes[0] ?? ''), ...Object.fromEntries(chain) });
    const { buy, $purchase, $outbox } = await connected();
    void buy(native);
    await vi.waitFor(() => expect($purchase.get().stage).toBe('success'), 20_000);
    expect(posted()).toEqual([HASH, ...hashes.slice(0, 8)]);
    expect($outbox.get()).toMatchObject([{ body: { transactionHash: hashes[7] } }]);
  });

  test('ends as its successor ends: failed there, and the old hash is gone with it', async () => {
    tell({ [HASH]: by(B), [B]: reply('failed') });
    const { buy, $purchase, $outbox, toasts } = await connected();
    await buy(native);
    expect(toasts.slice(-2)).toEqual(['paymentReplaced', 'transactionFailed']);
    expect($purchase.get().stage).toBe('idle');
    expect($outbox.get()).toEqual([]);
  });

  test('stays open, and is posted a bounded number of times, if the answers run in a circle', async () => {
    tell({ [HASH]: by(B), [B]: by(HASH) });
    const { buy, $purchase, $outbox, toasts } = await connected();
    void buy(native);
    await vi.advanceTimersByTimeAsync(25_000);
    expect($purchase.get().stage).toBe('success');
    expect($outbox.get()).toHaveLength(1);
    expect(posted().length).toBeLessThanOrEqual(6);
    expect(toasts).not.toContain('transactionFailed');
  });
});
