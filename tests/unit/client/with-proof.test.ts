import { expect, test, vi } from 'vitest';
import { RequestError } from '#src/client/request.ts';
import { withProof } from '#src/client/with-proof.ts';

const failure = (code: string, status = 403) => new RequestError(status, '', JSON.stringify({ code, message: 'no' }));

function steps() {
  return { reopen: vi.fn(async () => undefined), prove: vi.fn(async () => undefined) };
}

test('a call that needs no proof asks for none', async () => {
  const made = steps();
  expect(await withProof(async () => 7, made)).toBe(7);
  expect(made.prove).not.toHaveBeenCalled();
});

test('a missing session is opened, a missing proof signed, and the call repeated', async () => {
  const made = steps();
  const send = vi
    .fn()
    .mockRejectedValueOnce(failure('no_wallet_session'))
    .mockRejectedValueOnce(failure('proof_required'))
    .mockResolvedValueOnce('done');
  expect(await withProof(send, made)).toBe('done');
  expect(made.reopen).toHaveBeenCalledOnce();
  expect(made.prove).toHaveBeenCalledOnce();
});

test('the same demand twice is an error, not a loop', async () => {
  const made = steps();
  await expect(withProof(() => Promise.reject(failure('proof_required')), made)).rejects.toThrow('403');
  expect(made.prove).toHaveBeenCalledOnce();
});

test('a 403 with another code is passed on untouched', async () => {
  const made = steps();
  await expect(withProof(() => Promise.reject(failure('foreign_origin')), made)).rejects.toThrow('foreign_origin');
  expect(made.prove).not.toHaveBeenCalled();
});

test('a refused signature ends it with that error', async () => {
  const prove = () => Promise.reject(Object.assign(new Error('no'), { code: 4001 }));
  await expect(withProof(() => Promise.reject(failure('proof_required')), { ...steps(), prove })).rejects.toMatchObject(
    { code: 4001 },
  );
});

test('if the visitor must not be asked, a missing proof remains an error', async () => {
  const send = vi.fn().mockRejectedValue(failure('proof_required'));
  await expect(withProof(send, { reopen: async () => undefined, prove: null })).rejects.toMatchObject({
    code: 'proof_required',
  });
  expect(send).toHaveBeenCalledOnce();
});
