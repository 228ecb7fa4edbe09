import { call, type LocalClient } from '../chains/local-client.ts';

/** What a wallet hands over to be sent; amounts in hexadecimal, as JSON-RPC writes them. */
export interface AskedPayment {
  readonly from: string;
  readonly to: string;
  readonly value?: string | undefined;
  readonly data?: string | undefined;
  readonly gas?: string | undefined;
}

export const HELD_ACTIONS = ['speed-up', 'cancel', 'drop', 'release'] as const;
export type HeldAction = (typeof HELD_ACTIONS)[number];

/** What speeding up and cancelling pay for each unit of gas, in wei: far above a local chain's price. */
const HIGHER_FEE = `0x${(100n * 10n ** 9n).toString(16)}`;
const PLAIN_GAS = '0x5208';

/**
 * Sends a payment that stays in the pool: its number leaves the one before it free, which nothing has used yet. Returns
 * its hash; a block includes it only after `endHeld`, or when the account sends something else.
 */
export async function holdPayment(client: LocalClient, payment: AskedPayment): Promise<string> {
  const count = await call<string>(client, 'eth_getTransactionCount', [payment.from, 'pending']);
  return call(client, 'eth_sendTransaction', [{ ...payment, nonce: hex(BigInt(count) + 1n) }]);
}

/**
 * Decides on a held payment as a wallet would: the same again for a higher fee, nothing to oneself in its place,
 * forgotten, or let through. Returns false where no payment of this hash waits in the pool.
 */
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
  // The number left free is used up; whatever waits behind it goes into the same block.
  await call(client, 'eth_sendTransaction', [{ from, to: from, value: '0x0', gas: PLAIN_GAS, nonce: before }]);
  return true;
}

function hex(value: bigint): string {
  return `0x${value.toString(16)}`;
}
