import { expect, it } from 'vitest';
import type { DictionaryKey } from '#src/i18n/dictionary.ts';
import { loadDictionary } from '#src/i18n/load-dictionary.ts';

const english = loadDictionary('en');

/** Texts that are stated word for word, with the requirement that states them. */
const STATED: readonly [string, DictionaryKey, string][] = [
  ['R2.042', 'wallet.connect', 'Connect Wallet'],
  ['R2.043', 'wallet.connecting', 'Connecting...'],
  ['R2.047', 'wallet.manage', 'Manage Wallet'],
  ['R2.048', 'wallet.logout', 'Logout'],
  ['R2.034', 'site.loading', 'Loading SYNX'],
  ['R2.036', 'error.title', 'Oops! Something went wrong'],
  ['R2.039', 'error.refresh', 'Refresh Page'],
  ['R2.040', 'error.back', 'Go Back'],
  ['R2.055', 'presale.title', 'PRE-SALE LIVE'],
  ['R2.064', 'presale.raised', 'Total USD Raised'],
  ['R2.070', 'presale.max', 'MAX'],
  ['R2.071', 'presale.buyRest', 'Buy Rest'],
  ['R2.076', 'presale.success.stake', 'Stake Now'],
  ['R2.077', 'presale.success.more', 'Buy More'],
  ['R2.080', 'presale.giveaway', '$77K Giveaway'],
  ['R5.014', 'presale.button.insufficient', 'Insufficient {token} Balance'],
  ['R5.020', 'presale.soldOutBelowMin', 'Sold Out (Below Min)'],
  ['R5.007', 'presale.minimum.native', 'Minimum purchase is 0.003 ETH (~$15 USD) due to gas fees.'],
  [
    'R5.009',
    'presale.minimum.stable',
    "Minimum purchase for stablecoins is $5 USD. Note: You'll need {coin} for gas fees.",
  ],
  ['R5.011', 'presale.minimum.tokens', 'Minimum purchase is 25 SYNX ($0.50) due to gas fees.'],
  ['R4.037', 'staking.confirm.confirm', 'Stake now'],
  ['R4.037', 'staking.staking', 'Staking...'],
  ['R4.038', 'staking.withdraw', 'Withdraw'],
  ['R4.038', 'staking.withdrawing', 'Withdrawing...'],
  ['R4.039', 'staking.ready', 'Ready to Stake'],
  ['R4.042', 'staking.rewards.disconnected', 'Connect quantum link'],
  ['R4.043', 'staking.rewards.empty', 'Stake to earn particles'],
  ['R4.044', 'staking.rewards.accumulated', 'SYNX Accumulated'],
  ['R2.107', 'staking.confirm.lock', 'Staked SYNX is locked until 4 months after TGE (March 1, 2026).'],
  ['R5.025', 'toast.stakeWalletNotConnected.title', 'Wallet Not Connected'],
  ['R5.025', 'toast.stakeWalletNotConnected.text', 'Please connect your wallet to stake tokens'],
  ['R5.026', 'toast.noTokensAvailable.title', 'No Tokens Available'],
  ['R5.026', 'toast.noTokensAvailable.text', 'You must first purchase tokens to be able to stake them'],
  ['R8.005', 'wallet.error.noWallet', 'No Ethereum wallet detected. Please install MetaMask.'],
  ['R8.019', 'toast.switchCancelled.text', 'You cancelled the network switch'],
  ['R8.035', 'toast.transactionError.title', 'Transaction Error'],
  ['R8.035', 'toast.transactionError.text', 'No transaction hash'],
  ['R8.046', 'toast.purchaseSuccessful.title', 'Purchase Successful'],
  ['R8.046', 'toast.purchaseSuccessful.text', 'Added {amount} SYNX tokens to your SYNX balance'],
  ['R8.049', 'toast.stakingFailed.title', 'Staking Failed'],
  ['R8.049', 'toast.stakingFailed.text', 'There was an error staking your tokens'],
  ['R8.050', 'toast.stakingSuccessful.title', 'Staking Successful'],
  ['R8.050', 'toast.stakingSuccessful.text', 'Your tokens have been staked successfully'],
  [
    'R8.051',
    'toast.withdrawalNotAvailable.text',
    'All staked tokens can be withdrawn after soft vesting schedule which will happen after presale has concluded. No date has been announced, and it is not guaranteed.',
  ],
  [
    'R8.052',
    'toast.claimNotLive.text',
    'You will be able to claim ALL your staked rewards after pre-sale concludes. No date has been announced, and it is not guaranteed.',
  ],
];

it.each(STATED)('%s is stated: %s', (_, key, text) => {
  expect(english[key]).toBe(text);
});

/** Toast titles of the catalogue of errors. */
const TITLES = {
  connectionFailed: 'Connection Failed',
  disconnectError: 'Disconnect Error',
  managementError: 'Management Error',
  walletDisconnected: 'Wallet Disconnected',
  noWalletConnected: 'No Wallet Connected',
  networkSwitched: 'Network Switched',
  switchCancelled: 'Switch Cancelled',
  networkSwitchFailed: 'Network Switch Failed',
  networkAdded: 'Network Added',
  addNetworkFailed: 'Failed to Add Network',
  chainSwitchFailed: 'Chain Switch Failed',
  transactionTimeout: 'Transaction Timeout',
  insufficientBalance: 'Insufficient Balance',
  insufficientGas: 'Insufficient Gas',
  insufficientGasFees: 'Insufficient Gas Fees',
  walletConnectionTimeout: 'Wallet Connection Timeout',
  walletProviderUnavailable: 'Wallet Provider Unavailable',
  invalidWalletProvider: 'Invalid Wallet Provider',
  wrongNetwork: 'Wrong Network',
  noAccountFound: 'No Account Found',
  transactionCancelled: 'Transaction Cancelled',
  transactionFailed: 'Transaction Failed',
  transactionError: 'Transaction Error',
  unsupportedChain: 'Unsupported Chain',
  unsupportedToken: 'Unsupported Token',
  invalidAmount: 'Invalid Amount',
  purchaseFailed: 'Purchase Failed',
  refreshing: 'Refreshing...',
  refreshComplete: 'Refresh Complete',
  refreshFailed: 'Refresh Failed',
  transactionSent: 'Transaction Sent',
  tokensCredited: 'Tokens Credited',
  tokensProcessing: 'Tokens Processing',
  withdrawalNotAvailable: 'Withdrawal Not Available',
  claimNotLive: 'Claim Not Live Yet',
} as const;

it.each(Object.entries(TITLES))('the toast %s is titled "%s"', (key, title) => {
  expect(english[`toast.${key as keyof typeof TITLES}.title`]).toBe(title);
});
