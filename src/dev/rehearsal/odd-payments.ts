import { randomBytes } from 'node:crypto';
import { call, type LocalClient } from '../chains/local-client.ts';
import type { AskedPayment } from './held-payments.ts';

/** A payment fails, reaches another account, pays almost nothing, or waits for more signatures. */
export const ODD_ENDINGS = ['revert', 'stray', 'tiny', 'signers'] as const;
export type OddEnding = (typeof ODD_ENDINGS)[number];

const TRANSFER_TO = /^(0xa9059cbb0{24})([0-9a-f]{40})/i;
/** An account that nobody owns and that is not the presale's. */
const ELSEWHERE = '0x00000000000000000000000000000000456c7365';
/** Code that undoes every call. */
const REVERTING = '0x5f5ffd';
const PLENTY_OF_GAS = '0x186a0';

/** Sends a payment that ends in this way; returns its hash. */
export async function sendOdd(client: LocalClient, payment: AskedPayment, ending: OddEnding): Promise<string> {
  switch (ending) {
    case 'revert':
      return sendReverting(client, payment);
    case 'stray':
      return send(client, toElsewhere(payment));
    case 'tiny':
      return send(client, toAlmostNothing(payment));
    case 'signers':
      return awaitSigners(client, payment.from);
  }
}

function send(client: LocalClient, payment: AskedPayment): Promise<string> {
  return call(client, 'eth_sendTransaction', [{ ...payment, gas: PLENTY_OF_GAS }]);
}

/** Undoes whatever the called address does, for this one transaction. */
async function sendReverting(client: LocalClient, payment: AskedPayment): Promise<string> {
  const code = await call<string>(client, 'eth_getCode', [payment.to, 'latest']);
  await call(client, 'anvil_setCode', [payment.to, REVERTING]);
  try {
    const hash = await send(client, payment);
    await client.waitForTransactionReceipt({ hash: hash as `0x${string}` });
    return hash;
  } finally {
    await call(client, 'anvil_setCode', [payment.to, code]);
  }
}

function toElsewhere(payment: AskedPayment): AskedPayment {
  if (payment.data === undefined || !TRANSFER_TO.test(payment.data)) return { ...payment, to: ELSEWHERE };
  return { ...payment, data: payment.data.replace(TRANSFER_TO, `$1${ELSEWHERE.slice(2)}`) };
}

/** Less than a token costs, so staff must decide. */
function toAlmostNothing(payment: AskedPayment): AskedPayment {
  if (payment.data === undefined || !TRANSFER_TO.test(payment.data)) return { ...payment, value: '0x1' };
  return { ...payment, data: payment.data.replace(/.{64}$/, '1'.padStart(64, '0')) };
}

/** How long a wallet is a contract, in milliseconds: the server looks at its code when the payment is posted. */
const SHARED_MS = 15_000;
/** A contract that does nothing and keeps whatever it gets. */
const CONTRACT = '0x00';
const NO_CODE = '0x';

/** Makes a wallet belong to several owners for a moment, as a Safe does; the payment's hash is on no chain. */
async function awaitSigners(client: LocalClient, wallet: string): Promise<string> {
  await call(client, 'anvil_setCode', [wallet, CONTRACT]);
  setTimeout(() => void call(client, 'anvil_setCode', [wallet, NO_CODE]).catch(console.warn), SHARED_MS).unref();
  return `0x${randomBytes(32).toString('hex')}`;
}
