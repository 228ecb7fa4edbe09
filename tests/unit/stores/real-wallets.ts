import type { ConnectionMethod } from '#src/wallet/connection-method.ts';

/** What a wallet answers in place of a result. */
export interface Fault {
  readonly code: number;
  readonly message: string;
}

/** How a wallet that many visitors use behaves towards a page, where it differs from the others. */
export interface RealWallet {
  readonly name: string;
  readonly rdns: string;
  readonly method: ConnectionMethod;
  /** Where the behaviour can be read: public repositories and their files. */
  readonly sources: readonly string[];
  /** Errors that pages catch are instances of Error, or bare objects with a code. */
  readonly throwsErrors: boolean;
  readonly rejectedConnection: Fault;
  readonly rejectedPayment: Fault;
  /** A second request while its window for the first one is open: an error, or the answer to the first. */
  readonly whileOpen: Fault | 'waits';
  /** The network is changed without a window if the wallet knows it. */
  readonly switchesAtOnce: boolean;
  readonly unknownChain: Fault;
  /** accountsChanged comes before the promise of eth_requestAccounts resolves. */
  readonly tellsAccountsFirst: boolean;
  /** A lock empties the list of accounts; otherwise pages do not notice it. */
  readonly hidesWhenLocked: boolean;
  /** accountsChanged follows the unlocking. */
  readonly tellsUnlock: boolean;
  /** An account is chosen that was not connected to the site: it is named, the list is empty, or nothing is said. */
  readonly ungrantedAccount: 'named' | 'none' | 'untold';
}

const REJECTED = 'User rejected the request.';
const UNKNOWN = 'Unrecognized chain ID. Try adding the chain first.';

/** Addresses are in lower case in all of them, and chain ids are hexadecimal. */
export const REAL_WALLETS: readonly RealWallet[] = [
  {
    name: 'MetaMask',
    rdns: 'io.metamask',
    method: 'metamask',
    sources: [
      'MetaMask/providers: src/BaseProvider.ts',
      'MetaMask/core: packages/approval-controller/src/ApprovalController.ts',
      'MetaMask/metamask-extension: app/scripts/lib/rpc-method-middleware/handlers/request-accounts.ts',
      'MetaMask/metamask-extension: app/scripts/lib/rpc-method-middleware/handlers/switch-ethereum-chain.ts',
    ],
    throwsErrors: true,
    rejectedConnection: { code: 4001, message: REJECTED },
    rejectedPayment: { code: 4001, message: 'MetaMask Tx Signature: User denied transaction signature.' },
    whileOpen: { code: -32002, message: 'Already processing eth_requestAccounts. Please wait.' },
    switchesAtOnce: false,
    unknownChain: { code: 4902, message: UNKNOWN },
    tellsAccountsFirst: true,
    hidesWhenLocked: true,
    tellsUnlock: true,
    ungrantedAccount: 'untold',
  },
  {
    name: 'Rabby Wallet',
    rdns: 'io.rabby',
    method: 'rabby',
    sources: [
      'RabbyHub/Rabby: src/background/controller/provider/rpcFlow.ts',
      'RabbyHub/Rabby: src/background/controller/provider/controller.ts',
      'RabbyHub/Rabby: src/background/controller/wallet.ts',
      'RabbyHub/Rabby: src/background/service/notification.ts',
      'npm @rabby-wallet/page-provider: dist/index.js',
    ],
    throwsErrors: true,
    rejectedConnection: { code: 4001, message: REJECTED },
    rejectedPayment: { code: 4001, message: REJECTED },
    whileOpen: { code: -32001, message: 'Already processing connect. Please wait.' },
    switchesAtOnce: true,
    unknownChain: { code: 4902, message: UNKNOWN },
    tellsAccountsFirst: true,
    hidesWhenLocked: true,
    tellsUnlock: false,
    ungrantedAccount: 'named',
  },
  {
    name: 'Taho',
    rdns: 'xyz.taho.wallet',
    method: 'injected',
    sources: [
      'tahowallet/extension: window-provider/index.ts',
      'tahowallet/extension: provider-bridge-shared/eip-1193.ts',
      'tahowallet/extension: background/services/provider-bridge/index.ts',
      'tahowallet/extension: background/services/internal-ethereum-provider/index.ts',
    ],
    throwsErrors: false,
    rejectedConnection: { code: 4001, message: 'The user rejected the request.' },
    // Also where the transaction could not be sent: every failure has this code.
    rejectedPayment: { code: 4001, message: 'The user rejected the request.' },
    // A second question is refused as if the visitor had done it.
    whileOpen: { code: 4001, message: 'The user rejected the request.' },
    switchesAtOnce: true,
    unknownChain: { code: 4901, message: 'The Provider is not connected to the requested chain.' },
    tellsAccountsFirst: true,
    hidesWhenLocked: false,
    tellsUnlock: false,
    ungrantedAccount: 'none',
  },
  {
    name: 'Enkrypt',
    rdns: 'com.enkrypt',
    method: 'injected',
    sources: [
      'enkryptcom/enKrypt: packages/extension/src/providers/ethereum/inject.ts',
      'enkryptcom/enKrypt: packages/extension/src/providers/ethereum/methods/eth_requestAccounts.ts',
      'enkryptcom/enKrypt: packages/extension/src/providers/ethereum/methods/wallet_switchEthereumChain.ts',
      'enkryptcom/enKrypt: packages/extension/src/providers/ethereum/libs/message-handler.ts',
    ],
    throwsErrors: false,
    rejectedConnection: { code: 4001, message: 'The user rejected the request.' },
    rejectedPayment: { code: 4001, message: 'The user rejected the request.' },
    whileOpen: 'waits',
    switchesAtOnce: true,
    // Its page script gives this code to every error.
    unknownChain: { code: 4001, message: 'wallet_switchEthereumChain: provided network not supported' },
    tellsAccountsFirst: false,
    hidesWhenLocked: false,
    tellsUnlock: false,
    ungrantedAccount: 'named',
  },
];
