import { expect, test } from 'vitest';
import { type Lookup, rememberNames } from '#src/server/platform/util/remember-names.ts';

test('a name whose server is silent is asked for once at a time, and keeps no other one from being found (S22)', async () => {
  // As the process has it: two names at a time, and the others wait.
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  let isDown = false;
  const lookup: Lookup = (name, _options, told) => {
    asked.push(name);
    if (isDown || name === 'silent') waiting.push(() => told?.(new Error('EAI_AGAIN')));
    else setImmediate(() => told?.(null, `address of ${name}`, 4));
  };
  const find = rememberNames(lookup);
  const found = (name: string) =>
    new Promise((resolve) => find(name, { family: 4 }, (error, address) => resolve(error?.message ?? address)));
  const silent = Array.from({ length: 20 }, () => found('silent'));
  expect(await found('other')).toBe('address of other');
  expect(asked).toEqual(['silent', 'other']);
  // Its next look-up is late, so its last answer counts.
  isDown = true;
  expect(await found('other')).toBe('address of other');
  for (const answer of waiting.splice(0)) answer();
  expect(await Promise.all(silent)).toEqual(Array(20).fill('EAI_AGAIN'));
  // Or there is none, as of a resolver that restarts; that a name does not exist is an answer.
  const failing = (code: string) =>
    rememberNames((name, _options, told) =>
      setImmediate(() => (isDown ? told?.(Object.assign(new Error(code), { code })) : told?.(null, name, 4))),
    );
  for (const [code, expected] of [
    ['EAI_AGAIN', 'other'],
    ['ENOTFOUND', 'ENOTFOUND'],
  ] as const) {
    const one = failing(code);
    const ask = () =>
      new Promise((resolve) => one('other', {}, (error, address) => resolve(error?.message ?? address)));
    isDown = false;
    expect(await ask()).toBe('other');
    isDown = true;
    expect(await ask()).toBe(expected);
  }
  isDown = false;
  expect(await found('silent-no-more')).toBe('address of silent-no-more');
});
