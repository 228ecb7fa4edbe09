import { HASH_PATTERN } from '#src/lib/text/hex-patterns.ts';

/** Anything that answers JSON-RPC: a viem client or an EIP-1193 provider. */
export interface RpcReader {
  request(call: { method: string; params: readonly unknown[] }): Promise<unknown>;
}

/** How the code of an account begins that a key has lent a contract's code, and still signs for (EIP-7702). */
export const DELEGATED_CODE = '0xef0100';

/** A source's answer does not have the shape that the method promises. */
export class MalformedAnswerError extends Error {
  override readonly name = 'MalformedAnswerError';
}

/** A JSON-RPC quantity ("0x1f") as a bigint, of 32 bytes at most. Throws MalformedAnswerError for anything else. */
export function quantity(value: unknown): bigint {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(value))
    throw new MalformedAnswerError('not a quantity');
  return BigInt(value);
}

/** A hash ("0x" and 64 digits) in lower case. Throws MalformedAnswerError for anything else. */
export function hashValue(value: unknown): string {
  if (typeof value !== 'string' || !HASH_PATTERN.test(value)) throw new MalformedAnswerError('not a hash');
  return value.toLowerCase();
}

/** A number as a JSON-RPC quantity: "0x1f". */
export function hex(number: bigint | number): string {
  return `0x${number.toString(16)}`;
}

/** A JSON-RPC string in lower case. Throws MalformedAnswerError for anything else. */
export function lower(value: unknown): string {
  if (typeof value !== 'string') throw new MalformedAnswerError('not a string');
  return value.toLowerCase();
}
