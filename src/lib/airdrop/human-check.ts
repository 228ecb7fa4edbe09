import { sha256Hex, sha256Words } from '#src/lib/hash/sha256.ts';

export type Operator = '+' | '-' | '*';

/** A question of the puzzle: 7 + 5, 22 - 4, 3 * 9. */
export interface Question {
  readonly left: number;
  readonly operator: Operator;
  readonly right: number;
}

/** The server's challenge; a token is bound to all of it and to the wallet. */
export interface Challenge {
  readonly id: string;
  readonly salt: string;
  /** The work without arithmetic; that which comes with a sum is less. */
  readonly work: Work;
}

/** A proof of work: how many parts it has, and how many leading zero bits each part's hash needs. */
interface Work {
  readonly parts: number;
  readonly bits: number;
}

export interface HumanToken {
  readonly id: string;
  readonly kind: 'sum' | 'work';
  /** The question; empty for work alone. */
  readonly question: string;
  readonly answer: string;
  /** The nonces of the proof of work, joined by `_`. */
  readonly nonces: string;
  readonly digest: string;
}

/** A sum comes with a quarter of the work: the browser chooses the question, so an answer alone costs nothing. */
const SUM_BITS_LESS = 2;

/** The ranges of the operands, both ends included. */
const RANGES = {
  '+': { left: [1, 20], right: [1, 20] },
  '-': { left: [10, 29], right: [1, 10] },
  '*': { left: [1, 10], right: [1, 10] },
} as const satisfies Record<Operator, { left: readonly [number, number]; right: readonly [number, number] }>;

/** A new question; `random` returns numbers from 0 up to but not including 1. */
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

/** Parses "22-4"; null unless the puzzle may ask it, spelled exactly like this. */
export function readQuestion(text: string): Question | null {
  const [, left = '', operator = '', right = ''] = /^([1-9]\d?)([+*-])([1-9]\d?)$/.exec(text) ?? [];
  const range = RANGES[operator as Operator];
  const within = (value: number, [from, to]: readonly [number, number]) => value >= from && value <= to;
  if (range === undefined || !within(Number(left), range.left) || !within(Number(right), range.right)) return null;
  return { left: Number(left), operator: operator as Operator, right: Number(right) };
}

interface AnsweredSum {
  readonly challenge: Challenge;
  readonly wallet: string;
  readonly question: Question;
  readonly answer: number;
  readonly nonces: string;
}

/** The token of an answered question, with the nonces that solveWork found; the server decides whether it is right. */
export function sumToken({ challenge, wallet, question, answer, nonces }: AnsweredSum): string {
  const { left, operator, right } = question;
  return tokenOf(challenge, wallet, {
    kind: 'sum',
    question: `${left}${operator}${right}`,
    answer: `${answer}`,
    nonces,
  });
}

/** The token of a proof of work alone, with the nonces that solveWork found. */
export function workToken(challenge: Challenge, wallet: string, nonces: string): string {
  return tokenOf(challenge, wallet, { kind: 'work', question: '', answer: '', nonces });
}

/** Finds the nonces of a proof of work: a second or two in a browser; several parts keep it nearly constant. */
export function solveWork(challenge: Challenge, wallet: string, kind: HumanToken['kind']): string {
  const { parts, bits } = workOf(challenge, kind);
  const prefix = workPrefix(challenge, wallet);
  const found: number[] = [];
  for (let nonce = 0; found.length < parts; nonce += 1) {
    if (hasZeroBits(prefix, found.length, nonce, bits)) {
      found.push(nonce);
      nonce = -1;
    }
  }
  return found.join('_');
}

/** Parses a token; null unless it is spelled exactly as tokens are. Does not check whether it is valid. */
export function readToken(token: string): HumanToken | null {
  const [version, id = '', kind, question = '', answer = '', nonces = '', digest = '', ...more] = token.split('.');
  if (version !== '2' || more.length > 0 || (kind !== 'sum' && kind !== 'work')) return null;
  if (!/^[0-9a-f]{32}$/.test(id) || !/^[0-9a-f]{64}$/.test(digest)) return null;
  return { id, kind, question, answer, nonces, digest };
}

/** Whether a token was made from this challenge for this wallet, with the right answer and all of the work. */
export function isRightToken(token: HumanToken, challenge: Challenge, wallet: string): boolean {
  if (token.id !== challenge.id || token.digest !== digestOf(challenge, wallet, token)) return false;
  return isRightAnswer(token) && isWorkDone(token, challenge, wallet);
}

function isRightAnswer({ kind, question, answer }: HumanToken): boolean {
  if (kind === 'work') return question === '' && answer === '';
  const asked = readQuestion(question);
  return asked !== null && answer === String(answerOf(asked));
}

function isWorkDone({ kind, nonces }: HumanToken, challenge: Challenge, wallet: string): boolean {
  const { parts, bits } = workOf(challenge, kind);
  const prefix = workPrefix(challenge, wallet);
  const list = nonces.split('_');
  return (
    list.length === parts &&
    list.every((nonce, part) => /^(?:0|[1-9]\d{0,9})$/.test(nonce) && hasZeroBits(prefix, part, Number(nonce), bits))
  );
}

function workOf({ work: { parts, bits } }: Challenge, kind: HumanToken['kind']): Work {
  return { parts, bits: kind === 'sum' ? Math.max(0, bits - SUM_BITS_LESS) : bits };
}

type Answered = Pick<HumanToken, 'kind' | 'question' | 'answer' | 'nonces'>;

function tokenOf(challenge: Challenge, wallet: string, answered: Answered): string {
  const { kind, question, answer, nonces } = answered;
  return ['2', challenge.id, kind, question, answer, nonces, digestOf(challenge, wallet, answered)].join('.');
}

/** The digest of a token, which binds all of its parts together. */
function digestOf(challenge: Challenge, wallet: string, { kind, question, answer, nonces }: Answered): string {
  return digestOfFields(challenge, wallet, [kind, question, answer, nonces]);
}

/** Each field is preceded by its length, so that no two lists of fields look the same (CVE-2025-68113). */
function digestOfFields({ id, salt }: Challenge, wallet: string, more: readonly string[]): string {
  const fields = ['synx human check 2', id, salt, wallet.toLowerCase(), ...more];
  return sha256Hex(fields.map((field) => `${field.length}:${field}`).join(''));
}

/** Short enough that each try needs one block of the hash. */
function workPrefix(challenge: Challenge, wallet: string): string {
  return digestOfFields(challenge, wallet, ['prefix']).slice(0, 32);
}

function hasZeroBits(prefix: string, part: number, nonce: number, bits: number): boolean {
  const [word = 0] = sha256Words(`${prefix}:${part}:${nonce}`);
  return Math.clz32(word) >= bits;
}
