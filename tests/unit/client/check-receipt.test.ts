import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { expect, it } from 'vitest';
import { checkReceipt } from '#src/client/check-receipt.ts';
import type { VerifyKeys } from '#src/contract/receipts.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const raw = publicKey.export({ format: 'jwk' }).x ?? '';
const id = createHash('sha256').update(Buffer.from(raw, 'base64url')).digest('hex').slice(0, 16);
const key: VerifyKeys['keys'][number] = { id, publicKey: raw, status: 'current', validFrom: '', validUntil: null };

// Written by hand in the order of RFC 8785, not by the code under test.
const SIGNED = '{"amount":"130000000","note":"é \\"x\\"","tokens":"10000","type":"synx-purchase-receipt"}';
const payload = { type: 'synx-purchase-receipt', tokens: '10000', note: 'é "x"', amount: '130000000' };
const signature = sign(null, Buffer.from(SIGNED), privateKey).toString('base64url');
const receipt = { payload, algorithm: 'Ed25519', keyId: id, signature };
const check = (change: object, keys = [key]) => checkReceipt(JSON.stringify({ ...receipt, ...change }), keys);

it('finds a receipt genuine, as its file and as the answer of the API', async () => {
  expect((await check({})).problem).toBeNull();
  expect((await checkReceipt(JSON.stringify({ receipt, current: {} }), [key])).problem).toBeNull();
});

it('finds every changed field', async () => {
  for (const change of [{ tokens: '10001' }, { amount: '1' }, { note: '' }, { more: 1 }])
    expect((await check({ payload: { ...payload, ...change } })).problem).toBe('bad-signature');
  expect((await check({ signature: signature.replace(/^./, (one) => (one === 'A' ? 'B' : 'A')) })).problem).toBe(
    'bad-signature',
  );
  expect((await check({ signature: '***' })).problem).toBe('bad-signature');
});

it('trusts no unpublished and no revoked key', async () => {
  expect((await check({ keyId: '0'.repeat(16) })).problem).toBe('unknown-key');
  expect((await check({}, [{ ...key, status: 'revoked' }])).problem).toBe('revoked-key');
  expect((await check({}, [{ ...key, status: 'retired' }])).problem).toBeNull();
});

it('reports everything else as no receipt', async () => {
  for (const text of ['', '{}', 'null', '[]', '"x"', '{"payload":{}}', 'not json'])
    expect((await checkReceipt(text, [key])).problem).toBe('malformed');
  expect((await check({ payload: { ...payload, tokens: 0.5 } })).problem).toBe('malformed');
});
