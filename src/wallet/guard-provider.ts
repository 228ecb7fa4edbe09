import type { Distributor } from '#src/config/distributor.ts';
import { SYNX_DECIMALS } from '#src/config/sale.ts';
import { readClaimCalldata } from '#src/lib/allocation/claim-call.ts';
import { votedText } from '#src/lib/text/vote-text.ts';
import type { Provider } from './provider-types.ts';

/** The only methods this site ever calls on a wallet (W6). */
const ALLOWED_METHODS: ReadonlySet<string> = new Set([
  'eth_requestAccounts',
  'eth_accounts',
  'eth_chainId',
  'eth_getBalance',
  'eth_call',
  'eth_estimateGas',
  'eth_gasPrice',
  'eth_getCode',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_blockNumber',
  'eth_getBlockByNumber',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'eth_sendTransaction',
  'personal_sign',
  'wallet_watchAsset',
]);

/** Of these the parameters are looked at as well. */
const CHECKED_METHODS: ReadonlySet<string> = new Set(['eth_sendTransaction', 'personal_sign', 'wallet_watchAsset']);

/** JSON-RPC "method not found": libraries take the method for unsupported and go on without it. */
class MethodRefusedError extends Error {
  override readonly name = 'MethodRefusedError';
  readonly code = -32601;
}

/**
 * Wraps a wallet's provider so that no code of this page, ours or a library's, can request more than a payment that
 * `isPayment` knows (plain-payment.ts), and a claim from the distributor (S8, decision 14): refuses other methods,
 * recipients and calldata with code -32601.
 */
export function guardProvider(
  raw: Provider,
  isPayment: (transaction: unknown) => boolean,
  distributor: Distributor | null = null,
): Provider {
  return {
    async request(call) {
      const { method } = call;
      if (!ALLOWED_METHODS.has(method)) throw new MethodRefusedError(method);
      if (!CHECKED_METHODS.has(method)) return raw.request(call);
      // The checked copy is the one passed on: nobody can change it in between.
      const params = structuredClone(call.params ?? []);
      const first = Array.isArray(params) ? params[0] : undefined;
      if (method === 'eth_sendTransaction' && !isPayment(first) && !isClaim(first, distributor))
        throw new MethodRefusedError('neither a plain payment nor a claim');
      if (method === 'personal_sign' && !isOurText(first)) throw new MethodRefusedError('not a text of this site');
      if (method === 'wallet_watchAsset' && !isOurToken(params, distributor))
        throw new MethodRefusedError('not the token of this site');
      return raw.request({ method, params });
    },
    on: (event, listener) => quietly(() => raw.on?.(event, listener)),
    removeListener: (event, listener) => quietly(() => raw.removeListener?.(event, listener)),
  };
}

/** A wallet that takes no listeners has no events; we read its state again anyway. */
function quietly(listen: () => unknown): void {
  try {
    listen();
  } catch (error) {
    console.warn(error);
  }
}

/** Every field that a plain payment may have: no access lists, no authorisations, no second calldata. */
export const PAYMENT_FIELDS: ReadonlySet<string> = new Set([
  'from',
  'to',
  'value',
  'data',
  'gas',
  'gasPrice',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'nonce',
  'chainId',
  'type',
]);

/**
 * Whether a transaction claims the entry of its own sender from the compiled-in contract on its own chain, and does
 * nothing else.
 */
function isClaim(transaction: unknown, distributor: Distributor | null): boolean {
  if (distributor === null || typeof transaction !== 'object' || transaction === null) return false;
  const fields = transaction as Record<string, unknown>;
  if (Object.keys(fields).some((name) => fields[name] !== undefined && !PAYMENT_FIELDS.has(name))) return false;
  const { from, to, data, value, chainId, type } = fields;
  if (typeof from !== 'string' || typeof to !== 'string') return false;
  if (!['undefined', '0x0', '0x2'].includes(String(type))) return false;
  if (to.toLowerCase() !== distributor.claims || String(value) !== '0x0') return false;
  if (String(chainId) !== `0x${distributor.chainId.toString(16)}`) return false;
  return readClaimCalldata(data)?.entry.address === from.toLowerCase();
}

/** How wallet_watchAsset (EIP-747) names the token of this site. */
export function watchedToken({ token }: Distributor) {
  return { type: 'ERC20', options: { address: token, symbol: 'SYNX', decimals: SYNX_DECIMALS } } as const;
}

/** Whether wallet_watchAsset is about that token and no other, with no picture from elsewhere. */
function isOurToken(params: unknown, distributor: Distributor | null): boolean {
  return distributor !== null && JSON.stringify(params) === JSON.stringify(watchedToken(distributor));
}

/** Whether this is a text that we ask wallets to sign: an EIP-4361 sign-in to this site, or a vote in its polls. */
function isOurText(message: unknown): boolean {
  if (typeof message !== 'string') return false;
  const text = /^0x(?:[0-9a-f]{2})*$/i.test(message) ? fromHex(message) : message;
  const host = typeof location === 'undefined' ? '' : location.host;
  const vote = votedText(text);
  if (vote !== null) return host === '' || vote.host === host;
  return text.startsWith(
    `${host === '' ? (text.split(' ', 1)[0] ?? '') : host} wants you to sign in with your Ethereum account:\n`,
  );
}

function fromHex(hex: string): string {
  const bytes = hex.slice(2).match(/../g) ?? [];
  return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)));
}
