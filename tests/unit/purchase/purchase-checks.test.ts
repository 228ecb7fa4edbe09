import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ProviderError } from '#src/dev/rehearsal-wallet/provider-error.ts';
import { checkAmount, checkFunds, checkWallet, PurchaseRefusal } from '#src/purchase/purchase-checks.ts';
import type { PurchaseIntent } from '#src/purchase/purchase-state.ts';
import { FakeProvider } from '#tests/unit/wallet/fake-provider.ts';

const ACCOUNT = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const rates = { coinE8: 451_348_000_000n, synxE8: 1_300_000n };
const native: PurchaseIntent = { chainId: 1, symbol: 'ETH', amount: '1' };
const stable: PurchaseIntent = { chainId: 1, symbol: 'USDC', amount: '100' };
const hex = (value: bigint) => `0x${value.toString(16)}`;
const ETHER = 10n ** 18n;

const wallet = (more: Record<string, unknown> = {}) =>
  new FakeProvider({
    eth_accounts: [ACCOUNT.toLowerCase()],
    eth_chainId: '0x1',
    eth_getBalance: hex(2n * ETHER),
    eth_call: hex(100_000_000n),
    eth_estimateGas: hex(21_000n),
    eth_gasPrice: hex(1_000_000_000n),
    ...more,
  });

async function refusal(work: () => unknown): Promise<PurchaseRefusal['notice']> {
  const error = await Promise.resolve()
    .then(work)
    .then(
      () => null,
      (caught: unknown) => caught,
    );
  if (!(error instanceof PurchaseRefusal)) throw new Error(`not refused: ${error}`);
  return error.notice;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => void vi.useRealTimers());

test('a wallet on the right chain that grants the account passes', async () => {
  await expect(checkWallet(wallet(), ACCOUNT, native)).resolves.toBeUndefined();
});

test('[R5.003] [R8.031] another chain is Wrong Network', async () => {
  const notice = await refusal(() => checkWallet(wallet({ eth_chainId: '0x38' }), ACCOUNT, native));
  expect(notice).toMatchObject({ key: 'wrongNetwork', values: { chain: 'Ethereum' } });
});

test('[R8.032] no account, or a different one than connected, is No Account Found', async () => {
  expect(await refusal(() => checkWallet(wallet({ eth_accounts: [] }), ACCOUNT, native))).toMatchObject({
    key: 'noAccountFound',
  });
  const other = wallet({ eth_accounts: ['0x70997970C51812dc3A010C7d01b50e0d17dc79C8'] });
  expect(await refusal(() => checkWallet(other, ACCOUNT, native))).toMatchObject({ key: 'noAccountFound' });
});

test('[R8.029] [R8.030] a wallet that fails is unavailable, one that answers nonsense is invalid', async () => {
  const failing = wallet({ eth_accounts: new ProviderError(-32603, 'broken') });
  expect(await refusal(() => checkWallet(failing, ACCOUNT, native))).toMatchObject({
    key: 'walletProviderUnavailable',
  });
  expect(await refusal(() => checkWallet(wallet({ eth_accounts: 'x' }), ACCOUNT, native))).toMatchObject({
    key: 'invalidWalletProvider',
  });
});

test('[R8.028] a wallet that never answers ends in Wallet Connection Timeout after 8 s', async () => {
  const silent = wallet({ eth_accounts: () => new Promise(() => undefined) });
  const refused = refusal(() => checkWallet(silent, ACCOUNT, native));
  await vi.advanceTimersByTimeAsync(8_000);
  expect(await refused).toMatchObject({ key: 'walletConnectionTimeout' });
});

test('[R8.036] [R8.037] unknown chains, unknown tokens and retired ones are refused', async () => {
  const chain = { ...native, chainId: 10 } as unknown as PurchaseIntent;
  expect(await refusal(() => checkWallet(wallet(), ACCOUNT, chain))).toMatchObject({ key: 'unsupportedChain' });
  expect(await refusal(() => checkAmount({ ...native, symbol: 'DOGE' }, rates))).toMatchObject({
    key: 'unsupportedToken',
  });
  expect(await refusal(() => checkAmount({ chainId: 56, symbol: 'BUSD', amount: '100' }, rates))).toMatchObject({
    key: 'unsupportedToken',
  });
});

test('[R5.012] [R8.038] invalid amounts, and those under a minimum, are Invalid Amount', async () => {
  for (const amount of ['', '.', 'abc', '0', '0.0', '-1', '1e3', '1.2.3'])
    expect(await refusal(() => checkAmount({ ...native, amount }, rates))).toEqual({
      key: 'invalidAmount',
      variant: 'destructive',
    });
  expect(await refusal(() => checkAmount({ ...native, amount: '0.002' }, rates))).toMatchObject({
    key: 'invalidAmount',
    textKey: 'presale.minimum.native',
  });
  expect(checkAmount(native, rates).amount).toBe(ETHER);
});

const planned = (intent: PurchaseIntent) => {
  const checked = checkAmount(intent, rates);
  const value = checked.token.address === null ? checked.amount : 0n;
  return [checked, { from: ACCOUNT, to: '0x0000000000000000000000000000000000000001', value }] as const;
};

test('[R8.025] more than the balance is Insufficient Balance', async () => {
  const poor = wallet({ eth_getBalance: hex(ETHER - 1n), eth_call: hex(99_999_999n) });
  expect(await refusal(() => checkFunds(poor, ...planned(native)))).toMatchObject({
    key: 'insufficientBalance',
    values: { token: 'ETH' },
  });
  expect(await refusal(() => checkFunds(poor, ...planned(stable)))).toMatchObject({
    key: 'insufficientBalance',
    values: { token: 'USDC' },
  });
});

test('[R5.015] [R8.026] a native purchase needs the amount and 0.002', async () => {
  const exact = ETHER + 2_000_000_000_000_000n;
  await expect(checkFunds(wallet({ eth_getBalance: hex(exact) }), ...planned(native))).resolves.toMatchObject({
    limit: 21_000n,
  });
  expect(
    await refusal(() => checkFunds(wallet({ eth_getBalance: hex(exact - 1n) }), ...planned(native))),
  ).toMatchObject({
    key: 'insufficientGas',
    values: { coin: 'ETH', amount: '0.002' },
  });
});

test('[R5.016] a token purchase needs 0.0005 of the coin', async () => {
  const exact = 500_000_000_000_000n;
  await expect(checkFunds(wallet({ eth_getBalance: hex(exact) }), ...planned(stable))).resolves.toMatchObject({
    limit: 100_000n,
  });
  expect(
    await refusal(() => checkFunds(wallet({ eth_getBalance: hex(exact - 1n) }), ...planned(stable))),
  ).toMatchObject({
    key: 'insufficientGas',
    values: { coin: 'ETH', amount: '0.0005' },
  });
});

test('gas that costs more than the stated buffer is required in full', async () => {
  const dear = wallet({ eth_getBalance: hex(600_000_000_000_000n), eth_gasPrice: hex(10_000_000_000n) });
  expect(await refusal(() => checkFunds(dear, ...planned(stable)))).toMatchObject({
    key: 'insufficientGas',
    values: { amount: '0.001' },
  });
});

test('the fee is shown with the gas that wallets use, and demanded with what is sent', async () => {
  const wei = 1_002_000_000_000_000_000n;
  const dear = wallet({ eth_getBalance: hex(wei), eth_estimateGas: '0x5208', eth_gasPrice: hex(60_000_000_000n) });
  await expect(checkFunds(dear, ...planned(native))).resolves.toMatchObject({
    limit: 21_000n,
    shownFee: 47_250n * 60_000_000_000n,
  });
});

test('[R8.027] code -32000 of the estimate is Insufficient Gas Fees, and the balance decides what it says', async () => {
  const eth_estimateGas = new ProviderError(-32000, 'insufficient funds for transfer');
  const refused = (more: Record<string, unknown>) => {
    const refusing = wallet({ eth_estimateGas, ...more });
    return refusal(() => checkFunds(refusing, ...planned(native)));
  };
  const title = { key: 'insufficientGasFees', values: { coin: 'ETH' }, variant: 'destructive' };
  expect(await refused({})).toEqual({ ...title, textKey: 'pay.ends.notAsked' });
  expect(await refused({ eth_getBalance: new ProviderError(-32601, 'no such method') })).toEqual(title);
  expect(await refused({ eth_gasPrice: hex(ETHER) })).toMatchObject({ key: 'insufficientGas' });
});

test('a node that lacks a header or a state says nothing about gas money', async () => {
  for (const message of ['header not found', 'missing trie node 1f', 'nonce too low', 'already known']) {
    const unsure = wallet({ eth_estimateGas: new ProviderError(-32000, message) });
    await expect(checkFunds(unsure, ...planned(native)), message).resolves.toMatchObject({ limit: 21_000n });
  }
});

test('a wallet that cannot tell a balance can pay, and the summary says that it was not read', async () => {
  for (const answer of [new ProviderError(-32601, 'no such method'), '0x', null]) {
    const blind = wallet({ eth_getBalance: answer, eth_call: answer });
    for (const intent of [native, stable])
      await expect(checkFunds(blind, ...planned(intent))).resolves.toMatchObject({ unread: true });
  }
});

test('an estimate or a gas price the wallet cannot give leaves the stated limits', async () => {
  const plain = wallet({ eth_estimateGas: new ProviderError(4200, 'no'), eth_gasPrice: new ProviderError(4200, 'no') });
  await expect(checkFunds(plain, ...planned(stable))).resolves.toMatchObject({ limit: 100_000n });
});

test('a node behind the wallet that never answers blocks the button no longer than the wallet itself may', async () => {
  const never = () => new Promise(() => undefined);
  const planned = { from: ACCOUNT, to: ACCOUNT, value: ETHER };
  const checked = checkAmount(native, rates);
  const unread = checkFunds(wallet({ eth_getBalance: never }), checked, planned);
  await vi.advanceTimersByTimeAsync(8_000);
  expect(await unread).toMatchObject({ limit: 21_000n, unread: true });

  const unsure = checkFunds(wallet({ eth_estimateGas: never, eth_gasPrice: never }), checked, planned);
  await vi.advanceTimersByTimeAsync(16_000);
  expect(await unsure).toEqual({ limit: 21_000n, shownFee: null, unread: false });
});

test('code -32000 of the estimate does not say that a wallet lacks gas money which it has', async () => {
  for (const message of [
    'execution reverted: Blacklistable: account is blacklisted',
    'execution aborted (timeout = 5s)',
  ]) {
    const rich = wallet({ eth_estimateGas: new ProviderError(-32000, message) });
    const said = await checkFunds(rich, ...planned(stable)).catch(({ notice }) => notice);
    expect(said, message).not.toMatchObject({ key: 'insufficientGasFees' });
  }
});
