import { randomBytes } from 'node:crypto';
import { call, type LocalClient } from '../chains/local-client.ts';

/** How long a wallet is a contract, in milliseconds: the server looks at its code when the payment is posted. */
const SHARED_MS = 15_000;
/** A contract that does nothing and keeps whatever it gets. */
const CONTRACT = '0x00';
const NO_CODE = '0x';

/** Makes a wallet belong to several owners for a moment, as a Safe does; the payment's hash is on no chain. */
export async function awaitSigners(client: LocalClient, wallet: string): Promise<string> {
  await call(client, 'anvil_setCode', [wallet, CONTRACT]);
  setTimeout(() => void call(client, 'anvil_setCode', [wallet, NO_CODE]).catch(console.warn), SHARED_MS).unref();
  return `0x${randomBytes(32).toString('hex')}`;
}
