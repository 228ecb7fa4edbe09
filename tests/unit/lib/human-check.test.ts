import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  answerOf,
  isRightToken,
  newQuestion,
  readQuestion,
  readToken,
  solveWork,
  sumToken,
  workToken,
} from '#src/lib/airdrop/human-check.ts';
import { random } from '#tests/support/random.ts';

const WALLET = `0x${'a'.repeat(40)}`;
const CHALLENGE = { id: '1'.repeat(32), salt: '2'.repeat(32), work: { parts: 3, bits: 6 } };
const numbers = random(5);
const next = () => numbers.below(2 ** 30) / 2 ** 30;

test('[R5.038 R5.039 R5.040 R5.041] questions keep to their ranges, and reach both ends of each', () => {
  const seen = new Map<string, { left: Set<number>; right: Set<number> }>();
  for (let count = 0; count < 20_000; count += 1) {
    const { left, operator, right } = newQuestion(next);
    const of = seen.get(operator) ?? { left: new Set<number>(), right: new Set<number>() };
    of.left.add(left);
    of.right.add(right);
    seen.set(operator, of);
  }
  const ends = (operator: string) => {
    const { left, right } = seen.get(operator) ?? { left: new Set<number>(), right: new Set<number>() };
    return [Math.min(...left), Math.max(...left), Math.min(...right), Math.max(...right)];
  };
  expect([...seen.keys()].sort()).toEqual(['*', '+', '-']);
  expect(ends('+')).toEqual([1, 20, 1, 20]);
  expect(ends('-')).toEqual([10, 29, 1, 10]);
  expect(ends('*')).toEqual([1, 10, 1, 10]);
});

test('[R5.042] the answer is the result', () => {
  expect(answerOf({ left: 7, operator: '+', right: 15 })).toBe(22);
  expect(answerOf({ left: 10, operator: '-', right: 10 })).toBe(0);
  expect(answerOf({ left: 22, operator: '-', right: 4 })).toBe(18);
  expect(answerOf({ left: 9, operator: '*', right: 8 })).toBe(72);
});

test('only questions that the puzzle may ask are parsed, in one spelling', () => {
  expect(readQuestion('20+1')).toEqual({ left: 20, operator: '+', right: 1 });
  for (const wrong of [
    '0+1',
    '21+1',
    '9-1',
    '30-1',
    '10-11',
    '11*1',
    '1*11',
    '01+1',
    '1 + 1',
    '1+1+1',
    '-1+2',
    '',
    '1',
  ]) {
    expect(readQuestion(wrong), wrong).toBeNull();
  }
});

test('[R5.047] a token is valid only for its challenge, its wallet and the right answer', () => {
  const question = { left: 7, operator: '+', right: 5 } as const;
  const nonces = solveWork(CHALLENGE, WALLET, 'sum');
  const token = sumToken({ challenge: CHALLENGE, wallet: WALLET, question, answer: 12, nonces });
  const holds = (text: string, challenge = CHALLENGE, wallet = WALLET) => {
    const parsed = readToken(text);
    return parsed !== null && isRightToken(parsed, challenge, wallet);
  };
  expect(holds(token)).toBe(true);
  expect(holds(token, CHALLENGE, WALLET.toUpperCase().replace('0X', '0x'))).toBe(true);
  expect(holds(token, { ...CHALLENGE, salt: '3'.repeat(32) })).toBe(false);
  expect(holds(token, CHALLENGE, `0x${'b'.repeat(40)}`)).toBe(false);
  expect(holds(sumToken({ challenge: CHALLENGE, wallet: WALLET, question, answer: 13, nonces }))).toBe(false);
  const other = sumToken({
    challenge: CHALLENGE,
    wallet: WALLET,
    question: { left: 3, operator: '*', right: 4 },
    answer: 12,
    nonces,
  });
  const [version, id, kind, , answer] = token.split('.');
  // A right question and answer under the digest of another one.
  expect(holds([version, id, kind, '3*4', answer, ...token.split('.').slice(5)].join('.'))).toBe(false);
  expect(holds(other)).toBe(true);
  for (const broken of [
    '',
    '1',
    token.toUpperCase(),
    `${token}.`,
    token.slice(0, -1),
    `1${token.slice(1)}`,
    ` ${token}`,
  ]) {
    expect(holds(broken), broken).toBe(false);
  }
});

test('a proof of work holds, also by the platform’s own hash, and not with a part missing', () => {
  const found = solveWork(CHALLENGE, WALLET, 'work');
  const token = readToken(workToken(CHALLENGE, WALLET, found));
  expect(token !== null && isRightToken(token, CHALLENGE, WALLET)).toBe(true);
  const nonces = found.split('_');
  expect(nonces).toHaveLength(3);
  const fewer = readToken(workToken(CHALLENGE, WALLET, nonces.slice(1).join('_')));
  expect(fewer !== null && isRightToken(fewer, CHALLENGE, WALLET)).toBe(false);
  const same = readToken(workToken(CHALLENGE, WALLET, [nonces[0], nonces[0], nonces[0]].join('_')));
  expect(same !== null && isRightToken(same, CHALLENGE, WALLET)).toBe(false);
  // Field lengths are spelled out before each field, so that no two lists of fields read the same.
  const digest = (fields: string[]) =>
    createHash('sha256')
      .update(fields.map((field) => `${field.length}:${field}`).join(''))
      .digest('hex');
  const { id, salt } = CHALLENGE;
  expect(token?.digest).toBe(digest(['synx human check 2', id, salt, WALLET, 'work', '', '', found]));
});

test('a token is refused in any other spelling of its parts', () => {
  const { id, salt } = CHALLENGE;
  const digest = (fields: string[]) =>
    createHash('sha256')
      .update(fields.map((field) => `${field.length}:${field}`).join(''))
      .digest('hex');
  const found = solveWork(CHALLENGE, WALLET, 'work');
  const spelled = (question: string, answer: string, nonces: string) => {
    const sum = digest(['synx human check 2', id, salt, WALLET, 'work', question, answer, nonces]);
    return ['2', id, 'work', question, answer, nonces, sum].join('.');
  };
  const holds = (text: string) => {
    const parsed = readToken(text);
    return parsed !== null && isRightToken(parsed, CHALLENGE, WALLET);
  };
  const right = spelled('', '', found);
  expect(holds(right)).toBe(true);
  for (const wrong of [
    spelled('1+1', '', found),
    spelled('', '2', found),
    spelled('1+1', '2', found),
    spelled('', '', `0${found}`),
    spelled('', '', `${found} `),
  ])
    expect(holds(wrong), wrong).toBe(false);
  expect(readToken(right.replace(id, `0${id}`))).toBeNull();
  expect(readToken(right.replace(id, `${id}0`))).toBeNull();
  expect(readToken(`${right}0`)).toBeNull();
  expect(readToken(right.replace(/\.(?=[^.]*$)/, '.0'))).toBeNull();
});
