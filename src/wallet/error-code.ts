const DENIED = /user (?:denied|rejected)/i;
const NOT_GAS = /already (?:known|imported)|known transaction|nonce|underpriced|header|block|state|trie/i;

interface Link {
  readonly code?: unknown;
  readonly name?: unknown;
  readonly message?: unknown;
  readonly details?: unknown;
  readonly cause?: unknown;
  readonly data?: { readonly originalError?: unknown } | null;
}

/** The links of an error: itself, its causes, and the originalError some wallets wrap (at most ten, against loops). */
function* links(error: unknown): Generator<Link> {
  let next: unknown = error;
  for (let depth = 0; depth < 10 && typeof next === 'object' && next !== null; depth += 1) {
    const link = next as Link;
    yield link;
    next = link.cause ?? link.data?.originalError;
  }
}

/** Tells whether an error, or one it wraps, carries an EIP-1193 or JSON-RPC code. */
export function hasCode(error: unknown, code: number): boolean {
  for (const link of links(error)) if (link.code === code) return true;
  return false;
}

/** Code 4001, or the words "user denied" of wallets that send none (R8.033). */
export function isRejection(error: unknown): boolean {
  if (hasCode(error, 4001)) return true;
  for (const link of links(error)) if (typeof link.message === 'string' && DENIED.test(link.message)) return true;
  return false;
}

/**
 * The node's refusal for lack of gas money: code -32000 (R8.027), or the same under viem's own name. Nodes use that
 * code for everything: one that names a known transaction, a nonce, or a missing block says nothing about money.
 */
export function isGasRefusal(error: unknown): boolean {
  const all = [...links(error)];
  if (all.some(({ name }) => name === 'InsufficientFundsError')) return true;
  return hasCode(error, -32000) && !all.some(({ message, details }) => NOT_GAS.test(`${message}\n${details}`));
}
