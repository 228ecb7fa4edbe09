import { WalletKit, type WalletKitTypes } from '@reown/walletkit';
import { Core } from '@walletconnect/core';

// By default all cores of a process are the same one; here a process holds several wallets, and a page as well.
process.env.DISABLE_GLOBAL_CORE = 'true';

export type Asked = { readonly chainId: string; readonly method: string; readonly params: readonly unknown[] };

/** A wallet on a phone: the official WalletKit behind a relay. */
export interface BridgeWallet {
  /** The page's requests, in order. */
  readonly asked: readonly Asked[];
  /** Answers a request; an error it throws is the refusal. */
  answer: (asked: Asked) => Promise<unknown>;
  /** Whether it refuses to be paired. */
  refuses: boolean;
  /** Scans a code and lets the page see accounts of chains. */
  pair(uri: string): Promise<void>;
  /** Tells the page about other accounts; it shows them a little later. */
  useAccounts(accounts: readonly string[]): Promise<void>;
  /** Tells the page that it is on another chain now. */
  moveTo(chainId: number): Promise<void>;
  /** Ends the session from its side. */
  leave(): Promise<void>;
  /** How many sessions it holds. */
  sessions(): number;
  stop(): Promise<void>;
}

const METHODS = ['eth_sendTransaction', 'personal_sign', 'wallet_switchEthereumChain', 'wallet_addEthereumChain'];
const EVENTS = ['accountsChanged', 'chainChanged'];

/** Starts a wallet with accounts on chains. */
export async function startBridgeWallet(
  relayUrl: string,
  { accounts, chains }: { readonly accounts: readonly string[]; readonly chains: readonly number[] },
): Promise<BridgeWallet> {
  const core = new Core({ projectId: 'test', relayUrl, logger: 'silent', telemetryEnabled: false } as never);
  const kit = await WalletKit.init({
    core: core as never,
    metadata: { name: 'Phone wallet', description: 'A wallet', url: 'https://wallet.example', icons: [] },
  });
  const asked: Asked[] = [];
  const namespaces = (addresses: readonly string[]) => ({
    eip155: {
      chains: chains.map((chain) => `eip155:${chain}`),
      accounts: chains.flatMap((chain) => addresses.map((address) => `eip155:${chain}:${address}`)),
      methods: METHODS,
      events: EVENTS,
    },
  });
  const topic = () => Object.keys(kit.getActiveSessions())[0] ?? '';
  kit.on('session_proposal', ({ id }: WalletKitTypes.SessionProposal) => {
    if (wallet.refuses) void kit.rejectSession({ id, reason: { code: 5000, message: 'User rejected.' } });
    else void kit.approveSession({ id, namespaces: namespaces(accounts) });
  });
  kit.on('session_request', async ({ id, topic: from, params }: WalletKitTypes.SessionRequest) => {
    const call = { chainId: params.chainId, method: params.request.method, params: params.request.params };
    asked.push(call);
    const response = await wallet.answer(call).then(
      (result) => ({ id, jsonrpc: '2.0', result }),
      (error: { code?: number; message: string }) => ({
        id,
        jsonrpc: '2.0',
        error: { code: error.code ?? -32000, message: error.message },
      }),
    );
    await kit.respondSessionRequest({ topic: from, response });
  });
  const wallet: BridgeWallet = {
    asked,
    answer: async () => null,
    refuses: false,
    pair: (uri) => kit.pair({ uri }),
    useAccounts: async (now) => {
      // Its acknowledged() never ends if the page was quicker than the relay's own answer, so the page is read instead.
      await kit.updateSession({ topic: topic(), namespaces: namespaces(now) });
    },
    moveTo: (chainId) =>
      kit.emitSessionEvent({
        topic: topic(),
        chainId: `eip155:${chainId}`,
        event: { name: 'chainChanged', data: chainId },
      }),
    leave: () => kit.disconnectSession({ topic: topic(), reason: { code: 6000, message: 'User disconnected.' } }),
    sessions: () => Object.keys(kit.getActiveSessions()).length,
    stop: async () => {
      await core.relayer.transportClose();
      core.heartbeat.stop();
    },
  };
  return wallet;
}
