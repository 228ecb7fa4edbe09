import type { UniversalProvider } from '@walletconnect/universal-provider';
import { BRIDGE_POLL_MS } from '#src/config/limits.ts';
import type { Provider } from '../provider-types.ts';

/** Methods that need the wallet; a node answers all others. */
const WALLET_METHODS: ReadonlySet<string> = new Set([
  'eth_sendTransaction',
  'personal_sign',
  'wallet_addEthereumChain',
  'wallet_watchAsset',
]);

export type Universal = InstanceType<typeof UniversalProvider>;

export interface BridgeOptions {
  /** Lets the visitor pair a wallet; resolves with the session, throws code 4001 if the visitor gives up. */
  readonly pair: () => Promise<void>;
  /** The chain to start on. */
  readonly chainId: number;
  /** Reads from a node of a chain. */
  readonly read: (chainId: number, method: string, params: readonly unknown[]) => Promise<unknown>;
}

type Listener = (...values: never[]) => void;

/** The wallet behind the bridge as an EIP-1193 provider, which reads its session again every 33 minutes (R4.013). */
export function bridgeProvider(universal: Universal, options: BridgeOptions): Provider {
  const { emit, on, removeListener } = emitter();
  let chainId = options.chainId;
  let active: string | null = null;
  const accounts = () => accountsOf(universal, chainId, active);
  const ask = (method: string, params: unknown) => askWallet(universal, chainId, method, params);
  let told = accounts().join();

  const tell = () => {
    const now = accounts();
    if (now.join() === told) return;
    told = now.join();
    emit('accountsChanged', now);
  };
  const moveTo = (next: number) => {
    if (next === chainId || !Number.isSafeInteger(next)) return;
    chainId = next;
    emit('chainChanged', hex(next));
    tell();
  };
  const activate = (account: string | null) => {
    active = account;
    tell();
  };
  followSession(universal, { tell, moveTo, activate });

  /** The page may choose any chain of the session, but only the wallet can add another one. */
  const switchTo = async (next: number) => {
    if (!sessionAccounts(universal).some((account) => account.startsWith(`eip155:${next}:`)))
      await ask('wallet_switchEthereumChain', [{ chainId: hex(next) }]);
    moveTo(next);
    return null;
  };

  return {
    async request({ method, params: given }) {
      const params: readonly unknown[] = Array.isArray(given) ? given : [];
      switch (method) {
        case 'eth_requestAccounts':
          if (universal.session === undefined) await options.pair();
          told = accounts().join();
          return accounts();
        case 'eth_accounts':
          return accounts();
        case 'eth_chainId':
          return hex(chainId);
        case 'wallet_switchEthereumChain':
          return switchTo(Number((params[0] as { readonly chainId?: string } | undefined)?.chainId));
      }
      return WALLET_METHODS.has(method) ? ask(method, given ?? []) : options.read(chainId, method, params);
    },
    on,
    removeListener,
  };
}

/** The listeners of a provider, by event. */
function emitter() {
  const listeners = new Map<string, Set<Listener>>();
  return {
    emit(event: string, value: unknown): void {
      for (const listener of [...(listeners.get(event) ?? [])]) listener(value as never);
    },
    on(event: string, listener: Listener): void {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
    },
    removeListener(event: string, listener: Listener): void {
      listeners.get(event)?.delete(listener);
    },
  };
}

/** Every account of the session, as `eip155:<chain id>:<address>`. */
function sessionAccounts(universal: Universal): readonly string[] {
  return universal.session?.namespaces.eip155?.accounts ?? [];
}

/** The session's addresses on a chain, or on all chains if it has none there; the active one first. */
function accountsOf(universal: Universal, chainId: number, active: string | null): string[] {
  const parts = sessionAccounts(universal).map((account) => account.split(':'));
  const here = parts.filter(([, chain]) => Number(chain) === chainId);
  const listed = [...new Set((here.length > 0 ? here : parts).map(([, , address = '']) => address))];
  return listed.sort((one, other) => Number(same(other, active)) - Number(same(one, active)));
}

interface SessionListeners {
  readonly tell: () => void;
  readonly moveTo: (chainId: number) => void;
  readonly activate: (account: string | null) => void;
}

/** Reports changes that the wallet makes in its session, and reads the session again every 33 minutes. */
function followSession(universal: Universal, { tell, moveTo, activate }: SessionListeners): void {
  const events = [
    ['accountsChanged', (changed: readonly string[]) => activate(changed[0]?.split(':').at(-1) ?? null)],
    ['chainChanged', (next: unknown) => moveTo(Number(next))],
    ['session_update', tell],
    ['session_delete', tell],
    ['disconnect', tell],
    ['connect', tell],
  ] as const;
  for (const [event, listener] of events) universal.on(event, listener);

  setInterval(() => {
    const { topic } = universal.session ?? {};
    const isLive = topic !== undefined && universal.client.session.keys.includes(topic);
    if (isLive) universal.session = universal.client.session.get(topic);
    else delete universal.session;
    tell();
  }, BRIDGE_POLL_MS);
}

async function askWallet(universal: Universal, chainId: number, method: string, params: unknown) {
  const { session } = universal;
  if (session === undefined) throw Object.assign(new Error('no session'), { code: 4900 });
  const request = { method, params };
  return universal.client.request<unknown>({ topic: session.topic, chainId: `eip155:${chainId}`, request });
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}

function same(one: string, other: string | null): boolean {
  return one.toLowerCase() === other?.toLowerCase();
}
