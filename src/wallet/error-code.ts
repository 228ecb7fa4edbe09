/** What wallets say in place of code 4001. A node's "rejected" says what it refuses, and matches none of these. */
const REFUSALS: readonly RegExp[] = [
  /\buser (?:has )?(?:denied|rejected|refused|declined|disapproved|cancell?ed|closed|aborted)/i,
  /\b(?:denied|rejected|refused|declined|cancell?ed|aborted) by (?:the )?user\b/i,
  /^(?:the )?(?:request|signature|action|operation) (?:was |has been )?(?:rejected|denied|declined|cancell?ed)\.?$/i,
  /^(?:rejected|cancell?ed|user_?rejected)\.?$/i,
];
/** A known transaction or a nonce; what is too cheap to replace another one has that one's nonce. */
const NOT_GAS =
  /already ?(?:known|imported)|(?:known|existing) (?:transaction|tx)\b|nonce|replacement transaction underpriced/i;
const TOO_LATE = /\btime(?:d|s)?[ -]?out\b/i;
const MOST_LINKS = 20;
const MOST_LETTERS = 2_000;

/** Where wallets and libraries put the error that they wrap. */
const WRAPPED = ['cause', 'data', 'originalError', 'error'] as const;

interface Link {
  readonly code: number | null;
  readonly name: unknown;
  readonly message: string;
  readonly details: string;
}

/** The chain of an error: itself, its causes, and what wallets wrap, texts included; ends at loops. */
export function links(error: unknown): readonly Link[] {
  const found = new Set<unknown>([error]);
  // Iterating a set also visits what is added meanwhile.
  for (const link of found) {
    for (const key of WRAPPED) {
      const value = read(link, key);
      const isLink = typeof value === 'string' || (typeof value === 'object' && value !== null);
      if (isLink && found.size < MOST_LINKS) found.add(value);
    }
  }
  return Array.from(found, (link) => ({
    code: toCode(read(link, 'code')),
    name: read(link, 'name'),
    message: toText(typeof link === 'string' ? link : read(link, 'message')),
    details: toText(read(link, 'details')),
  }));
}

/** A wallet may throw anything: nothing, or an object whose fields throw when read. */
function read(value: unknown, key: string): unknown {
  try {
    return (value as Readonly<Record<string, unknown>>)[key];
  } catch {
    return undefined;
  }
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, MOST_LETTERS).trim() : '';
}

/** Some wallets send their code as text. */
function toCode(value: unknown): number | null {
  if (typeof value === 'number') return value;
  return (typeof value === 'string' || typeof value === 'bigint') && /^-?\d{1,6}$/.test(String(value))
    ? Number(value)
    : null;
}

/** Turns anything thrown into an Error whose class we can test; what is not one becomes its cause. */
export function asError(thrown: unknown): Error {
  try {
    if (thrown instanceof Error) return thrown;
  } catch {
    // A hostile object makes even `instanceof` throw.
  }
  return new Error('the wallet threw no error', { cause: thrown });
}

/** Compares names, not classes: some classes are in modules that only load with a wallet. */
export function isNamed(error: unknown, name: string): boolean {
  return read(error, 'name') === name;
}

/** Whether an error, or one it wraps, carries this EIP-1193 or JSON-RPC code. */
export function hasCode(error: unknown, code: number): boolean {
  return links(error).some((link) => link.code === code);
}

/** Code 4001, or the words of wallets that send no code. */
export function isRejection(error: unknown): boolean {
  if (hasCode(error, 4001)) return true;
  return links(error).some(({ message }) => REFUSALS.some((words) => words.test(message)));
}

/**
 * The node refused because gas money is missing: code -32000, or viem's name for it. Nodes use that code for
 * everything, so an error about a known transaction or a nonce does not count.
 */
export function isGasRefusal(error: unknown): boolean {
  const all = links(error);
  if (all.some(({ name }) => name === 'InsufficientFundsError')) return true;
  return hasCode(error, -32000) && !all.some(({ message, details }) => NOT_GAS.test(`${message}\n${details}`));
}

/** A contract refused a call: code 3, or the words of nodes that use one code for every failure. */
export function isRevert(error: unknown): boolean {
  return links(error).some(({ code, message }) => code === 3 || /\brevert/i.test(message));
}

/**
 * The wallet already has a request open and takes no second one: MetaMask's code, and Rabby's. A node that took too
 * long has the same code.
 */
export function isAlreadyOpen(error: unknown): boolean {
  const isOpen = !isRejection(error) && (hasCode(error, -32002) || hasCode(error, -32001));
  return isOpen && !links(error).some(({ message, details }) => TOO_LATE.test(`${message}\n${details}`));
}

/** The wallet gave no answer in time. */
export function isSilence(error: unknown): boolean {
  return isNamed(error, 'DeadlineError');
}
