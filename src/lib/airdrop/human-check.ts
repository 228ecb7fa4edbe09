import { sha256Hex, sha256Words } from '#src/lib/hash/sha256.ts';

export type Operator = '+' | '-' | '*';

/** A question of the puzzle: 7 + 5, 22 - 4, 3 * 9. */
export interface Question {
  readonly left: number;
  readonly operator: Operator;
  readonly right: number;
}

/** What the server hands out; a token is bound to all of it and to the wallet. */
export interface Challenge {
  readonly id: string;
  readonly salt: string;
  /** Proof of work: so many parts, each with so many leading zero bits. */
  readonly work: { readonly parts: number; readonly bits: number };
}

export interface HumanToken {
  readonly id: string;
  readonly kind: 'sum' | 'work';
  /** The question, or nothing for work. */
  readonly question: string;
  readonly answer: string;
  readonly digest: string;
}

/** The ranges of the operands, both ends included (R5.039-R5.041). */
const RANGES = {
  '+': { left: [1, 20], right: [1, 20] },
  '-': { left: [10, 29], right: [1, 10] },
  '*': { left: [1, 10], right: [1, 10] },
} as const satisfies Record<Operator, { left: readonly [number, number]; right: readonly [number, number] }>;

/** A new question; `random` gives numbers from 0 to below 1. */
export function newQuestion(random: () => number): Question {
  const between = ([from, to]: readonly [number, number]) => from + Math.floor(random() * (to - from + 1));
  const operators = Object.keys(RANGES) as Operator[];
  const operator = operators[Math.floor(random() * operators.length)] ?? '+';
  return { left: between(RANGES[operator].left), operator, right: between(RANGES[operator].right) };
}

/** The right answer. */
export function answerOf({ left, operator, right }: Question): number {
  if (operator === '+') return left + right;
  return operator === '-' ? left - right : left * right;
}

/** Reads "22-4"; null unless it is a question that the puzzle may ask, in its only spelling. */
export function readQuestion(text: string): Question | null {
  const [, left = '', operator = '', right = ''] = /^([1-9]\d?)([+*-])([1-9]\d?)$/.exec(text) ?? [];
  const range = RANGES[operator as Operator];
  const within = (value: number, [from, to]: readonly [number, number]) => value >= from && value <= to;
  if (range === undefined || !within(Number(left), range.left) || !within(Number(right), range.right)) return null;
  return { left: Number(left), operator: operator as Operator, right: Number(right) };
}

/** The token of an answered question; whether the answer is right is for the server to say. */
export function sumToken(challenge: Challenge, wallet: string, question: Question, answer: number): string {
  const { left, operator, right } = question;
  return tokenOf(challenge, wallet, 'sum', `${left}${operator}${right}`, String(answer));
}

/** The token of a proof of work; `answer` is what solveWork found. */
export function workToken(challenge: Challenge, wallet: string, answer: string): string {
  return tokenOf(challenge, wallet, 'work', '', answer);
}

/**
 * Looks for a proof of work, a slice at a time so that a page stays alive: call it until it gives the answer. The parts
 * make the time it takes nearly the same each time.
 */
export function* solveWork(challenge: Challenge, wallet: string, slice = 5_000): Generator<undefined, string> {
  const prefix = workPrefix(challenge, wallet);
  const found: number[] = [];
  let tried = 0;
  for (let nonce = 0; found.length < challenge.work.parts; nonce += 1) {
    if (isWork(challenge, prefix, found.length, nonce)) {
      found.push(nonce);
      nonce = -1;
    }
    tried += 1;
    if (tried % slice === 0) yield undefined;
  }
  return found.join('_');
}

/** Takes a token apart; null unless it is spelled exactly as tokens are. Says nothing about whether it holds. */
export function readToken(token: string): HumanToken | null {
  const [version, id = '', kind, question = '', answer = '', digest = '', ...more] = token.split('.');
  if (version !== '1' || more.length > 0 || (kind !== 'sum' && kind !== 'work')) return null;
  if (!/^[0-9a-f]{32}$/.test(id) || !/^[0-9a-f]{64}$/.test(digest)) return null;
  return { id, kind, question, answer, digest };
}

/** Whether a token was made from this challenge for this wallet, and its answer is right. */
export function isRightToken(token: HumanToken, challenge: Challenge, wallet: string): boolean {
  const { id, kind, question, answer, digest } = token;
  if (id !== challenge.id || digest !== digestOf(challenge, wallet, kind, question, answer)) return false;
  if (kind === 'sum') {
    const asked = readQuestion(question);
    return asked !== null && answer === String(answerOf(asked));
  }
  const nonces = answer.split('_');
  const prefix = workPrefix(challenge, wallet);
  return (
    question === '' &&
    nonces.length === challenge.work.parts &&
    nonces.every((nonce, part) => /^(?:0|[1-9]\d{0,9})$/.test(nonce) && isWork(challenge, prefix, part, Number(nonce)))
  );
}

function tokenOf(challenge: Challenge, wallet: string, kind: HumanToken['kind'], question: string, answer: string) {
  return ['1', challenge.id, kind, question, answer, digestOf(challenge, wallet, kind, question, answer)].join('.');
}

/** Every field goes in with its length before it, so that no two lists of fields read the same (CVE-2025-68113). */
function digestOf(challenge: Challenge, wallet: string, kind: string, question: string, answer: string): string {
  const fields = ['synx human check 1', challenge.id, challenge.salt, wallet.toLowerCase(), kind, question, answer];
  return sha256Hex(fields.map((field) => `${field.length}:${field}`).join(''));
}

/** Short enough that one try is one block of the hash. */
function workPrefix(challenge: Challenge, wallet: string): string {
  return digestOf(challenge, wallet, 'prefix', '', '').slice(0, 32);
}

function isWork(challenge: Challenge, prefix: string, part: number, nonce: number): boolean {
  const [word = 0] = sha256Words(`${prefix}:${part}:${nonce}`);
  return Math.clz32(word) >= challenge.work.bits;
}
