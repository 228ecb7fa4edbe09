import type { AllocationEntry } from './entry.ts';

/** A call of the contract that holds the tokens of a list (contracts/SynxClaims.sol). */
export interface ClaimCall {
  readonly entry: AllocationEntry;
  readonly proof: readonly string[];
  /** The receiver that the account names; null pays the account. */
  readonly to: string | null;
}

/** claim(Entry) and claimTo(Entry,address). */
const CLAIM = '0x7f3bbbcb';
const CLAIM_TO = '0xbc0ec290';

/** The longest proof of a tree that could have every account there is on a list of this sale. */
const MOST_HASHES = 32;
/** Words of an entry before its proof: the account, the amounts, where the proof is. */
const FIXED = 6;

/** The calldata of a claim, as Solidity's ABI has it. */
export function claimCalldata({ entry, proof, to }: ClaimCall): `0x${string}` {
  const words = [
    word(entry.address),
    ...amountsIn(entry).map(word),
    word(32n * BigInt(FIXED)),
    word(BigInt(proof.length)),
    ...proof.map((hash) => hash.slice(2)),
  ];
  // An entry has no fixed length, so the arguments begin with its distance from their beginning.
  const head = to === null ? [CLAIM, word(32n)] : [CLAIM_TO, word(64n), word(to)];
  return [...head, ...words].join('') as `0x${string}`;
}

/**
 * The claim that calldata is. Null unless it is the one encoding that claimCalldata() writes of it: nothing after it,
 * nothing between, no bit that a contract would read in another way.
 */
export function readClaimCalldata(calldata: unknown): ClaimCall | null {
  if (typeof calldata !== 'string' || !/^0x[0-9a-f]*$/.test(calldata)) return null;
  const selector = calldata.slice(0, 10);
  if (selector !== CLAIM && selector !== CLAIM_TO) return null;
  const words = calldata.slice(10).match(/.{64}/g) ?? [];
  const start = selector === CLAIM ? 1 : 2;
  const [account = '', bought = '', staked = '', rewards = '', airdrop = ''] = words.slice(start, start + FIXED);
  const proof = words.slice(start + FIXED + 1);
  if (words.length < start + FIXED + 1 || proof.length > MOST_HASHES) return null;
  const call = {
    entry: {
      address: addressIn(account),
      bought: numberIn(bought),
      staked: numberIn(staked),
      rewards: numberIn(rewards),
      airdrop: numberIn(airdrop),
    },
    proof: proof.map((hash) => `0x${hash}`),
    to: selector === CLAIM ? null : addressIn(words[1] ?? ''),
  };
  return claimCalldata(call) === calldata && amountsIn(call.entry).every(isUint64) ? call : null;
}

/** In the order of the contract. Not amountsOf(): the guard of wallets would bring along what hashes leaves. */
function amountsIn({ bought, staked, rewards, airdrop }: AllocationEntry): readonly bigint[] {
  return [bought, staked, rewards, airdrop];
}

function word(value: string | bigint): string {
  return (typeof value === 'bigint' ? value.toString(16) : value.slice(2).toLowerCase()).padStart(64, '0');
}

function addressIn(text: string): string {
  return `0x${text.slice(24)}`;
}

function numberIn(text: string): bigint {
  return BigInt(`0x${text}`);
}

function isUint64(amount: bigint): boolean {
  return amount < 2n ** 64n;
}
