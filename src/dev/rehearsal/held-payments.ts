import { hex } from '#src/chain/rpc-reader.ts';
import { call, type LocalClient } from '../chains/local-client.ts';

/** A wallet's transaction request; amounts in hexadecimal, as in JSON-RPC. */
export interface AskedPayment {
  readonly from: string;
  readonly to: string;
  readonly value?: string | undefined;
  readonly data?: string | undefined;
  readonly gas?: string | undefined;
}

export const HELD_ACTIONS = ['speed-up', 'cancel', 'drop', 'release'] as const;
export type HeldAction = (typeof HELD_ACTIONS)[number];

/** The gas price for speeding up and cancelling, in wei: far above a local chain's price. */
const HIGHER_FEE = hex(100n * 10n ** 9n);
const PLAIN_GAS = '0x5208';

/** Sends a payment that stays in the pool, because its nonce skips one, until `endHeld`. Returns its hash. */
export async function holdPayment(client: LocalClient, payment: AskedPayment): Promise<string> {
  const count = await call<string>(client, 'eth_getTransactionCount', [payment.from, 'pending']);
  return call(client, 'eth_sendTransaction', [{ ...payment, nonce: hex(BigInt(count) + 1n) }]);
}

/** Ends a held payment as a wallet would; false if none with this hash waits in the pool. */
export async function endHeld(client: LocalClient, hash: string, action: HeldAction): Promise<boolean> {
  const held = await call<(AskedPayment & { nonce: string; input: string; blockHash: null | string }) | null>(
    client,
    'eth_getTransactionByHash',
    [hash],
  );
  if (held === null || held.blockHash !== null) return false;
  const { from, to, nonce, value, gas, input } = held;
  const fees = { maxFeePerGas: HIGHER_FEE, maxPriorityFeePerGas: HIGHER_FEE };
  if (action === 'drop') {
    await call(client, 'anvil_removePoolTransactions', [from]);
    return true;
  }
  const before = hex(BigInt(nonce) - 1n);
  if (action === 'speed-up')
    await call(client, 'eth_sendTransaction', [{ from, to, value, gas, data: input, nonce, ...fees }]);
  if (action === 'cancel')
    await call(client, 'eth_sendTransaction', [{ from, to: from, value: '0x0', gas: PLAIN_GAS, nonce, ...fees }]);
  // Uses up the skipped nonce; the transactions waiting behind it go into the same block.
  await call(client, 'eth_sendTransaction', [{ from, to: from, value: '0x0', gas: PLAIN_GAS, nonce: before }]);
  return true;
}
