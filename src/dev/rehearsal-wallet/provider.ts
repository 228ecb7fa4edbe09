import { CHAINS, isChainId } from '#src/config/chains.ts';
import { DEVELOPMENT_ACCOUNTS, DEVELOPMENT_PRESALE_ADDRESS } from '#src/config/development-accounts.ts';
import { ask } from './ask.ts';
import { type AskedTransaction, describeTransaction } from './describe-transaction.ts';
import { heldOf } from './held-of.ts';
import { READ_METHODS } from './methods.ts';
import { nodeRpc, post } from './node-rpc.ts';
import { ProviderError } from './provider-error.ts';
import {
  onStateChange,
  readAccount,
  readChain,
  readFault,
  writeAccount,
  writeChain,
  writeFault,
  writeHeld,
  writeToken,
} from './wallet-state.ts';

type Listener = (...values: unknown[]) => void;
interface Call {
  readonly method: string;
  /** A list, except for wallet_watchAsset. */
  readonly params?: readonly unknown[] | object;
}

/** What EIP-747 names of a token. */
interface WatchedAsset {
  readonly options: { readonly address?: unknown; readonly symbol?: unknown; readonly decimals?: unknown };
}

const listeners = new Map<string, Set<Listener>>();

/** An EIP-1193 provider over the local chains; their nodes hold the keys, so none is ever in the browser. */
export const provider = {
  request: ({ method, params = [] }: Call): Promise<unknown> => answer(method, params),
  on(event: string, listener: Listener) {
    listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
  },
  removeListener(event: string, listener: Listener) {
    listeners.get(event)?.delete(listener);
  },
};

/** One wallet serves every tab: changes made in another tab are reported to this one. */
export function watchOtherTabs(): void {
  onStateChange((what) => {
    if (what === 'account') emit('accountsChanged', accounts());
    else emit('chainChanged', hex(readChain()));
  });
}

/** Requests that a person decides on, which a rehearsal fault may reject. */
const ASKING: ReadonlySet<string> = new Set([
  ...['eth_requestAccounts', 'wallet_switchEthereumChain', 'wallet_addEthereumChain'],
  ...['eth_sendTransaction', 'personal_sign', 'wallet_watchAsset'],
]);

/** Switches the wallet's chain without asking, as its owner can do in the wallet itself. */
export function moveToChain(chainId: number): void {
  writeChain(chainId);
  emit('chainChanged', hex(chainId));
}

async function answer(method: string, asked: readonly unknown[] | object): Promise<unknown> {
  const params: readonly unknown[] = Array.isArray(asked) ? asked : [];
  if (readFault() === 'reject' && ASKING.has(method)) {
    writeFault(null);
    throw new ProviderError(4001, 'User rejected the request.');
  }
  switch (method) {
    case 'eth_requestAccounts':
      return connect();
    case 'eth_accounts':
      return accounts();
    case 'eth_chainId':
      return hex(readChain());
    case 'wallet_switchEthereumChain':
      return switchChain(params[0]);
    case 'wallet_addEthereumChain':
      return addChain(params[0]);
    case 'eth_sendTransaction':
      return sendTransaction(params[0] as AskedTransaction & { from?: string });
    case 'personal_sign':
      return personalSign(String(params[0]), String(params[1]));
    case 'wallet_watchAsset':
      return watchAsset((asked as Partial<WatchedAsset>).options);
  }
  if (READ_METHODS.has(method)) return nodeRpc(readChain(), method, params);
  throw new ProviderError(4200, `The rehearsal wallet does not support ${method}.`);
}

function accounts(): string[] {
  const account = readAccount();
  return account === null ? [] : [account];
}

async function connect(): Promise<string[]> {
  const choices = DEVELOPMENT_ACCOUNTS.filter((address) => address !== DEVELOPMENT_PRESALE_ADDRESS);
  const chosen = readAccount() ?? '';
  const account = await ask({ title: 'This site wants to see an account of yours.', yes: 'Connect', choices, chosen });
  writeAccount(account);
  emit('connect', { chainId: hex(readChain()) });
  emit('accountsChanged', [account]);
  return [account];
}

async function switchChain(param: unknown): Promise<null> {
  const chainId = chainIdOf(param);
  if (!isChainId(chainId)) throw new ProviderError(4902, 'Unrecognized chain ID.');
  if (chainId === readChain()) return null;
  const facts = [{ label: 'Network', value: `${CHAINS[chainId].networkName} (${chainId})` }];
  await ask({ title: 'This site wants to switch the network.', yes: 'Confirm', facts });
  moveToChain(chainId);
  return null;
}

async function addChain(param: unknown): Promise<null> {
  if (!isChainId(chainIdOf(param)))
    throw new ProviderError(-32602, 'The rehearsal wallet has three local chains only.');
  return switchChain(param);
}

async function sendTransaction(transaction: AskedTransaction & { from?: string }): Promise<unknown> {
  const from = authorised(transaction.from);
  const facts = [...describeTransaction(readChain(), transaction), { label: 'From', value: from }];
  await ask({ title: 'This site wants to send a transaction.', yes: 'Confirm', facts });
  const chainId = readChain();
  const fault = readFault();
  if (fault === null || fault === 'reject') return nodeRpc(chainId, 'eth_sendTransaction', [{ ...transaction, from }]);
  writeFault(null);
  if (fault !== 'hold') {
    const sent = await post<{ hash: string }>(`/rehearsal/odd/${chainId}`, { ...transaction, from, ending: fault });
    return sent.hash;
  }
  const { hash } = await post<{ hash: string }>(`/rehearsal/hold/${chainId}`, { ...transaction, from });
  writeHeld({ chainId, hash });
  return hash;
}

async function personalSign(message: string, address: string): Promise<unknown> {
  const from = authorised(address);
  const facts = [{ label: 'Account', value: from }];
  await ask({ title: 'This site wants you to sign a message.', yes: 'Confirm', facts, text: readText(message) });
  return nodeRpc(readChain(), 'personal_sign', [message, from]);
}

async function watchAsset({ address, symbol, decimals }: WatchedAsset['options'] = {}): Promise<boolean> {
  const token = {
    chainId: readChain(),
    address: String(address),
    symbol: String(symbol),
    decimals: Number(decimals),
  };
  const account = readAccount();
  const held =
    account === null ? [] : [{ label: 'You have', value: `${await heldOf(token, account)} ${token.symbol}` }];
  const facts = [{ label: token.symbol, value: token.address }, ...held];
  await ask({ title: 'This site wants to show a token in your wallet.', yes: 'Confirm', facts });
  writeToken(token);
  return true;
}

function authorised(address: string | undefined): string {
  const account = readAccount();
  if (account === null || address?.toLowerCase() !== account.toLowerCase())
    throw new ProviderError(4100, 'This account is not connected to the site.');
  return account;
}

function chainIdOf(param: unknown): number {
  return Number((param as { chainId?: unknown } | undefined)?.chainId);
}

function readText(message: string): string {
  if (!/^0x(?:[0-9a-f]{2})+$/i.test(message)) return message;
  const bytes = message.slice(2).match(/../g) ?? [];
  return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)));
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}

function emit(event: string, value: unknown): void {
  for (const listener of listeners.get(event) ?? []) listener(value);
}
