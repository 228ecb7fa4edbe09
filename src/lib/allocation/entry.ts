import { keccak256 } from '#src/lib/hash/keccak.ts';

/** What a handover owes a wallet, in base units of 1e-9 SYNX. */
export interface AllocationEntry {
  /** 0x and 40 digits in lower case. */
  readonly address: string;
  readonly bought: bigint;
  readonly staked: bigint;
  readonly rewards: bigint;
  readonly airdrop: bigint;
}

/** The four amounts in the order of the list, the leaf and the contract. */
export const AMOUNT_KINDS = ['bought', 'staked', 'rewards', 'airdrop'] as const;
export type AmountKind = (typeof AMOUNT_KINDS)[number];

type Fault =
  | 'malformed-line'
  | 'amount-above-uint64'
  | 'all-zero'
  | 'duplicate-address'
  | 'unsorted'
  | 'fewer-than-two'
  | 'wrong-count'
  | 'wrong-shard'
  | 'not-listed';

/** A list, or a part of one, that no handover may have; the message names the line or the wallet. */
export class AllocationError extends Error {
  override readonly name = 'AllocationError';
  readonly fault: Fault;
  constructor(fault: Fault, at: string) {
    super(`${fault}: ${at}`);
    this.fault = fault;
  }
}

const MAX_UINT64 = 2n ** 64n - 1n;
const AMOUNT = '(0|[1-9]\\d{0,19})';
const LINE = new RegExp(`^(0x[0-9a-f]{40}),${AMOUNT},${AMOUNT},${AMOUNT},${AMOUNT}\n$`);

/** An entry as its line of the list, with its line feed. Throws AllocationError if a list may not have it. */
export function lineOf(entry: AllocationEntry): string {
  const line = `${[entry.address, ...amountsOf(entry)].join(',')}\n`;
  entryOf(line);
  return line;
}

/** A line of the list, with its line feed, as an entry; only in the one form that lineOf() writes. */
export function entryOf(line: string): AllocationEntry {
  const found = LINE.exec(line);
  if (found === null) throw new AllocationError('malformed-line', line.trimEnd());
  const [, address = '', bought = '', staked = '', rewards = '', airdrop = ''] = found;
  const entry = {
    address,
    bought: BigInt(bought),
    staked: BigInt(staked),
    rewards: BigInt(rewards),
    airdrop: BigInt(airdrop),
  };
  const amounts = amountsOf(entry);
  if (amounts.some((amount) => amount > MAX_UINT64)) throw new AllocationError('amount-above-uint64', address);
  if (amounts.every((amount) => amount === 0n)) throw new AllocationError('all-zero', address);
  return entry;
}

export function amountsOf(entry: AllocationEntry): readonly bigint[] {
  return AMOUNT_KINDS.map((kind) => entry[kind]);
}

/** All four together. */
export function totalOf(amounts: Readonly<Record<AmountKind, bigint | string>>): bigint {
  return AMOUNT_KINDS.reduce((total, kind) => total + BigInt(amounts[kind]), 0n);
}

/**
 * The leaf of an entry, as the contract computes it: keccak256(bytes.concat(keccak256(abi.encode(address, uint64
 * bought, uint64 staked, uint64 rewards, uint64 airdrop)))). Hashed twice, it can be taken for no node.
 */
export function leafOf(entry: AllocationEntry): Uint8Array {
  for (let digit = 0; digit < 40; digit += 8)
    view.setUint32(12 + digit / 2, Number.parseInt(entry.address.slice(2 + digit, 10 + digit), 16));
  let at = 32 + 24;
  for (const kind of AMOUNT_KINDS) {
    view.setBigUint64(at, entry[kind]);
    at += 32;
  }
  return keccak256(keccak256(words));
}

/** What leafOf() hashes: the same bytes for all leaves, since new ones for each would take a good part of its time. */
const words = new Uint8Array(5 * 32);
const view = new DataView(words.buffer);
