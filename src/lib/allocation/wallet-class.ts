/**
 * Who has a wallet's address on the claim chain. A list may have the first two:
 *
 * - `key`: whoever has its key, which is the same on every chain;
 * - `contract`: the contract that paid, which did so on the claim chain alone;
 * - `waiting`: perhaps somebody else, since a contract of another chain paid;
 * - `unknown`: not everything has been read, or no claim chain has been chosen.
 */
export type WalletClass = 'key' | 'contract' | 'waiting' | 'unknown';

/** The code at an address: none, EIP-7702's pointer that a key has set, or the hash of a contract's. */
export type WalletCode = 'none' | 'delegated' | 'changed' | `0x${string}`;

export interface WalletReading {
  /** The chains on which it has credited payments. */
  readonly paidOn: readonly number[];
  /** Its code on each chain of the sale; null until it has been read there. */
  readonly codeByChain: ReadonlyMap<number, WalletCode | null>;
}

/** Whether a code is that of a contract, also of one that was another before. */
export function isContract(code: WalletCode | null): boolean {
  return code !== null && code !== 'none' && code !== 'delegated';
}

/**
 * The class of a wallet on a claim chain (null while none has been chosen). No key has a contract's address, so code on
 * any chain makes it a contract on all of them. Equal code does not mean the same owner: every Safe's proxy has the
 * same, so that a wallet which also paid on another chain waits for a proof that it is the same one.
 */
export function classOf({
  paidOn,
  codeByChain,
  claimChain,
}: WalletReading & { claimChain: number | null }): WalletClass {
  const codes = [...codeByChain.values()];
  if (codes.includes(null)) return 'unknown';
  if (!codes.some(isContract)) return 'key';
  if (claimChain === null) return 'unknown';
  const code = codeByChain.get(claimChain) ?? null;
  const paidHereAlone = paidOn.length === 1 && paidOn[0] === claimChain;
  return paidHereAlone && isContract(code) && code !== 'changed' ? 'contract' : 'waiting';
}
