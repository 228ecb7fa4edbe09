import { expect, test } from 'vitest';
import { inPasswordTurn } from '#src/server/staff/auth/password-turns.ts';

test('thirty strangers are checked in turn, the next is refused at once, and a known browser has a turn for itself', async () => {
  const gate = Promise.withResolvers<void>();
  let running = 0;
  let most = 0;
  const attempt = async () => {
    running += 1;
    most = Math.max(most, running);
    await gate.promise;
    running -= 1;
    return 'checked';
  };
  const strangers = Array.from({ length: 30 }, () => inPasswordTurn(false, attempt));
  await expect(inPasswordTurn(false, attempt)).rejects.toMatchObject({ code: 'overloaded' });
  expect(await inPasswordTurn(true, async () => 'entered')).toBe('entered');
  gate.resolve();
  expect(await Promise.all(strangers)).toEqual(Array(30).fill('checked'));
  expect(most).toBe(1);
  // A failed attempt gives its place and its turn to the next.
  await expect(inPasswordTurn(false, () => Promise.reject(new Error('wrong')))).rejects.toThrow('wrong');
  expect(await inPasswordTurn(false, async () => 'checked')).toBe('checked');
});
