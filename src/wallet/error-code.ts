/** What wallets say in place of code 4001. A node's "rejected" names what it refuses, and is none of these. */
const REFUSALS: readonly RegExp[] = [
  /\buser (?:has )?(?:denied|rejected|refused|declined|disapproved|cancell?ed|closed|aborted)/i,
  /\b(?:denied|rejected|refused|declined|cancell?ed|aborted) by (?:the )?user\b/i,
  /^(?:the )?(?:request|signature|action|operation) (?:was |has been )?(?:rejected|denied|declined|cancell?ed)\.?$/i,
  /^(?:rejected|cancell?ed|user_?rejected)\.?$/i,
];
const NOT_GAS = /already (?:known|imported)|known transaction|nonce|underpriced|header|block|state|trie/i;
const MOST_LINKS = 20;

interface Link {
  readonly code?: unknown;
  readonly name?: unknown;
  readonly message?: unknown;
  readonly details?: unknown;
  readonly cause?: unknown;
  readonly data?: unknown;
  readonly originalError?: unknown;
}

/** The links of an error: itself, its causes, and what wallets wrap in `data` and `originalError`; loops end. */
function links(error: unknown): readonly Link[] {
  const found = new Set<Link>();
  const add = (value: unknown) => {
    if (typeof value === 'object' && value !== null && found.size < MOST_LINKS) found.add(value);
  };
  add(error);
  // A set is walked on into what is added meanwhile.
  for (const { cause, data, originalError } of found) [cause, data, originalError].forEach(add);
  return [...found];
}

/** Tells whether an error, or one it wraps, carries an EIP-1193 or JSON-RPC code. */
export function hasCode(error: unknown, code: number): boolean {
  return links(error).some((link) => link.code === code);
}

/** Code 4001, or the words of wallets that send none (R8.033). */
export function isRejection(error: unknown): boolean {
  if (hasCode(error, 4001)) return true;
  const reads = ({ message }: Link) =>
    typeof message === 'string' && REFUSALS.some((words) => words.test(message.trim()));
  return links(error).some(reads);
}

/**
 * The node's refusal for lack of gas money: code -32000 (R8.027), or the same under viem's own name. Nodes use that
 * code for everything: one that names a known transaction, a nonce, or a missing block says nothing about money.
 */
export function isGasRefusal(error: unknown): boolean {
  const all = links(error);
  if (all.some(({ name }) => name === 'InsufficientFundsError')) return true;
  return hasCode(error, -32000) && !all.some(({ message, details }) => NOT_GAS.test(`${message}\n${details}`));
}

/** A request is already open in the wallet, which takes no second one: MetaMask's code, and Rabby's. */
export function isAlreadyOpen(error: unknown): boolean {
  return !isRejection(error) && (hasCode(error, -32002) || hasCode(error, -32001));
}

/** The wallet gave no answer in time; by name, because the class loads only with a wallet. */
export function isSilence(error: unknown): boolean {
  return error instanceof Error && error.name === 'DeadlineError';
}
