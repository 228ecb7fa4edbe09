import { decodeFunctionData, encodeFunctionData, isAddressEqual } from 'viem/utils';
import { ERC20_ABI } from './abi/erc20.ts';

export interface Payment {
  /** Token contract, null for the chain's own coin. */
  readonly token: `0x${string}` | null;
  readonly recipient: `0x${string}`;
  /** Base units of the coin or token. */
  readonly amount: bigint;
}

export interface TransferCall {
  readonly to: `0x${string}`;
  readonly value: bigint;
  /** Absent for a plain coin transfer. */
  readonly data?: `0x${string}`;
}

/** The built call is not the intended payment; nothing was signed. */
export class IntentMismatchError extends Error {
  override readonly name = 'IntentMismatchError';
}

/** Builds a payment's transaction: a native transfer or an ERC-20 `transfer`, never anything else (S8). */
export function buildTransfer({ token, recipient, amount }: Payment): TransferCall {
  if (token === null) return { to: recipient, value: amount };
  const data = encodeFunctionData({ abi: ERC20_ABI, functionName: 'transfer', args: [recipient, amount] });
  return { to: token, value: 0n, data };
}

/** Decodes a transfer again and compares it with the payment; throws IntentMismatchError if they differ. */
export function assertTransfer(transfer: TransferCall, payment: Payment): void {
  if (!isPaymentOf(transfer, payment)) throw new IntentMismatchError('the call differs from the payment');
}

function isPaymentOf({ to, value, data }: TransferCall, { token, recipient, amount }: Payment): boolean {
  if (amount <= 0n) return false;
  if (token === null) return data === undefined && value === amount && isAddressEqual(to, recipient);
  if (data === undefined || value !== 0n || data.length !== 138 || !isAddressEqual(to, token)) return false;
  const call = decodeFunctionData({ abi: ERC20_ABI, data });
  return call.functionName === 'transfer' && isAddressEqual(call.args[0], recipient) && call.args[1] === amount;
}
