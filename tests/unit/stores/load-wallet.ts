/** The wallet's stores of a newly loaded page, and its latest toast. */
export async function loadWallet() {
  const stores = {
    ...(await import('#src/stores/wallet-state.ts')),
    ...(await import('#src/stores/switch-network.ts')),
    ...(await import('#src/stores/ask-wallet.ts')),
    ...(await import('#src/stores/balances.ts')),
    ...(await import('#src/stores/staking.ts')),
    ...(await import('#src/stores/wallet.ts')),
  };
  const { $toasts } = await import('#src/stores/toasts.ts');
  // Loaded beforehand, because fake time does not move while a module is read.
  await Promise.all([
    import('#src/wallet/connection.ts'),
    import('#src/wallet/switch-chain.ts'),
    import('#src/wallet/read-chain.ts'),
    import('#src/wallet/prove-wallet.ts'),
    import('#src/wallet/sign-vote.ts'),
  ]);
  stores.$wallet.listen(() => undefined);
  return { ...stores, $toasts, toast: () => $toasts.get()[0] };
}

/** The same, connected. */
export async function connectedWallet() {
  const stores = await loadWallet();
  await stores.connectWallet();
  return stores;
}
