import { expect, test } from 'vitest';
import { ProviderError } from '#src/dev/rehearsal-wallet/provider-error.ts';
import { connectionMethod } from '#src/wallet/connection-method.ts';
import { AddChainError, switchChain } from '#src/wallet/switch-chain.ts';
import { connectNotice, switchNotice } from '#src/wallet/wallet-notices.ts';
import { FakeProvider } from './fake-provider.ts';

test('[R4.015] [R7.070] the wallet is asked to switch first', async () => {
  const wallet = new FakeProvider({ wallet_switchEthereumChain: null });
  expect(await switchChain(wallet, 137)).toBe('switched');
  expect(wallet.calls).toEqual([{ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x89' }] }]);
});

test('[R4.016] [R7.070] [R8.011] code 4902 leads to adding the chain, under its long name and with POL', async () => {
  const wallet = new FakeProvider({
    wallet_switchEthereumChain: new ProviderError(4902, 'unknown'),
    wallet_addEthereumChain: null,
    eth_chainId: '0x89',
  });
  expect(await switchChain(wallet, 137)).toBe('added');
  expect(wallet.calls[1]).toEqual({
    method: 'wallet_addEthereumChain',
    params: [
      {
        chainId: '0x89',
        chainName: 'Polygon',
        nativeCurrency: { name: 'POL', symbol: 'POL', decimals: 18 },
        rpcUrls: ['https://polygon-rpc.com'],
        blockExplorerUrls: ['https://polygonscan.com'],
      },
    ],
  });
});

test('a wallet that adds without switching is asked once more', async () => {
  let asked = 0;
  const wallet = new FakeProvider({
    wallet_switchEthereumChain: () => {
      asked += 1;
      if (asked === 1) throw new ProviderError(4902, 'unknown');
      return null;
    },
    wallet_addEthereumChain: null,
    eth_chainId: '0x1',
  });
  expect(await switchChain(wallet, 56)).toBe('added');
  expect(asked).toBe(2);
});

test('[R8.022] a chain that cannot be added is Failed to Add Network, also when refused', async () => {
  const wallet = new FakeProvider({
    wallet_switchEthereumChain: new ProviderError(4902, 'unknown'),
    wallet_addEthereumChain: new ProviderError(4001, 'no'),
  });
  const error = await switchChain(wallet, 56).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(AddChainError);
  expect(switchNotice(error, 'choice').key).toBe('addNetworkFailed');
});

test('[R4.017] [R8.019] code 4001 is Switch Cancelled', () => {
  expect(switchNotice(new ProviderError(4001, 'no'), 'choice')).toEqual({ key: 'switchCancelled' });
});

test('[R8.020] [R8.023] other errors are Network Switch Failed, or Chain Switch Failed when a purchase asked', () => {
  expect(switchNotice(new ProviderError(-32603, 'x'), 'choice').key).toBe('networkSwitchFailed');
  expect(switchNotice(new ProviderError(-32603, 'x'), 'purchase').key).toBe('chainSwitchFailed');
});

test('[R8.005] [R8.006] [R8.007] [R5.001] a failed connection names its reason', () => {
  expect(connectNotice(null)).toMatchObject({ key: 'connectionFailed', textKey: 'wallet.error.noWallet' });
  expect(connectNotice(new ProviderError(4001, 'no')).textKey).toBe('wallet.error.rejected');
  expect(connectNotice(new ProviderError(-32603, 'trouble')).textKey).toBe('wallet.error.failed');
  expect(connectNotice(Object.assign(new Error('x'), { name: 'NoAccountsError' })).textKey).toBe(
    'wallet.error.noAccounts',
  );
});

test('[R7.011] announced wallets get one of the named connection methods', () => {
  expect(
    ['io.metamask', 'com.coinbase.wallet', 'com.trustwallet.app', 'io.rabby', 'local.synx.rehearsal', ''].map(
      connectionMethod,
    ),
  ).toEqual(['metamask', 'coinbase', 'trust', 'rabby', 'injected', 'injected']);
});
