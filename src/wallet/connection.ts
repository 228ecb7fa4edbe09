import {
  connect,
  createConfig,
  disconnect,
  getConnection,
  injected,
  unstable_connector,
  watchConnection,
} from '@wagmi/core';
import { createClient, custom } from 'viem';
import { sendTransaction } from 'viem/actions';
import { assertTransfer, buildTransfer } from '#src/chain/transfer.ts';
import { CHAIN_IDS, type ChainId, chainNumber } from '#src/config/chains.ts';
import type { Distributor } from '#src/config/distributor.ts';
import { PROVIDER_TIMES } from '#src/config/limits.ts';
import { withDeadline } from '#src/lib/time/with-deadline.ts';
import { guardProvider } from './guard-provider.ts';
import { isPlainPayment } from './plain-payment.ts';
import type { ConnectionChange, Provider, WalletConnection, WalletDetail } from './provider-types.ts';
import { keepSession, requestSessionEnd } from './request-session-end.ts';
import { SALE_CHAINS } from './sale-chains.ts';

/** The wallet answered without any account. */
export class NoAccountsError extends Error {
  override readonly name = 'NoAccountsError';
}

/** The announced object is not an EIP-1193 provider. */
export class InvalidProviderError extends Error {
  override readonly name = 'InvalidProviderError';
}

export interface OpenOptions {
  /** Restoring never opens a window of the wallet: it uses existing grants only. */
  readonly restore: boolean;
  /** Whether the page still waits for a connection that is no restored one: otherwise the wallet is not asked. */
  readonly isOpen: () => boolean;
  /** How long the wallet may take to answer a first request, before it asks the visitor anything; in milliseconds. */
  readonly answerMs: number;
  readonly recipient: `0x${string}` | null;
  readonly distributor: Distributor | null;
  readonly onChange: (change: ConnectionChange) => void;
}

/**
 * Connects one wallet through wagmi. Throws InvalidProviderError, DeadlineError, NoAccountsError, or the wallet's own
 * error (4001 for a refusal). Uses our own EIP-6963 discovery, because wagmi's connectors call
 * wallet_requestPermissions, which we do not allow. Its transports read through the wallet, so it contacts no RPC host.
 */
export async function openConnection(detail: WalletDetail, options: OpenOptions): Promise<WalletConnection> {
  if (typeof detail.provider.request !== 'function') throw new InvalidProviderError(detail.info.name);
  const provider = guardProvider(
    detail.provider,
    (asked) => isPlainPayment(asked, options.recipient),
    options.distributor,
  );
  const { info } = detail;
  const transport = unstable_connector(injected);
  const config = createConfig({
    chains: SALE_CHAINS,
    connectors: [
      injected({
        shimDisconnect: false,
        target: { id: info.rdns || info.uuid, name: info.name, provider: provider as never },
      }),
    ],
    multiInjectedProviderDiscovery: false,
    storage: null,
    transports: Object.fromEntries(CHAIN_IDS.map((chainId) => [chainId, transport])) as Record<
      ChainId,
      typeof transport
    >,
  });
  // This request opens no window, so silence means a dead wallet and not a visitor who takes time to decide.
  const alive = provider.request({ method: 'eth_chainId' }).catch(() => null);
  await withDeadline(alive, options.answerMs);
  if (!options.isOpen()) throw new Error('the page waits no more');
  const connector = config.connectors[0];
  // wagmi's reconnect does nothing for the rest of the page once a wallet has left one unanswered.
  await connect(config, { connector, ...(options.restore && { isReconnecting: true }) });

  const { address, chainId: named } = getConnection(config);
  if (address === undefined) throw new NoAccountsError('no accounts');
  const chainId = chainNumber(named);
  if (chainId === null) throw new Error('the wallet names no chain');
  const stop = watchConnection(config, {
    onChange: (now) => options.onChange({ account: now.address ?? null, chainId: chainNumber(now.chainId) }),
  });

  keepSession();
  return {
    account: address,
    chainId,
    provider,
    async send(payment, { account, chainId: payOn, gas, mayAsk }) {
      const transfer = buildTransfer(payment);
      assertTransfer(transfer, payment);
      const mayAskThis = () => {
        const { addresses = [] } = getConnection(config);
        return addresses.some((each) => each.toLowerCase() === account.toLowerCase()) && mayAsk();
      };
      const request = payingRequest(provider, mayAskThis);
      const chain = SALE_CHAINS.find(({ id }) => id === payOn);
      const client = createClient({ chain, transport: custom({ request }, { retryCount: 0 }) });
      return sendTransaction(client, { ...transfer, account, chain, gas });
    },
    end: requestSessionEnd,
    async close() {
      stop();
      await disconnect(config);
      await detail.end?.();
    },
    showAccount: detail.showAccount ?? null,
  };
}

/**
 * How one payment asks a wallet. wagmi's asks for the chain twice without a deadline, and then for the payment, however
 * late that is.
 */
function payingRequest(provider: Provider, mayAsk: () => boolean): Provider['request'] {
  return async (call) => {
    if (call.method !== 'eth_sendTransaction') return withDeadline(provider.request(call), PROVIDER_TIMES.desktopMs);
    if (!mayAsk()) throw new Error('the page asks no more');
    return provider.request(call);
  };
}
