import { createHash, webcrypto } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { CHAIN_IDS } from '#src/config/chains.ts';
import { verifyChannelsResponseSchema } from '#src/contract/figures.ts';
import {
  receiptResponseSchema,
  type VerifyReceipt,
  verifyAddressesResponseSchema,
  verifyKeysResponseSchema,
  verifyReceiptResponseSchema,
} from '#src/contract/receipts.ts';
import { reverseCredit } from '#src/server/money/payments/credit/reverse-credit.ts';
import { receiptPayload } from '#src/server/money/receipts/receipt-payload.ts';
import { channelStatement } from '#src/server/money/receipts/statements.ts';
import { EnvironmentError } from '#src/server/platform/env/env.ts';
import { openSigningKey } from '#src/server/platform/keys/signing-key.ts';
import { creditNow } from '#tests/support/credit-now.ts';
import { sizedEngines } from '#tests/support/each-engine.ts';
import { type HttpApp, openHttpApp, START } from '#tests/support/http-app.ts';
import { confirmAgain } from '#tests/support/store-confirming.ts';
import { giveDistributor, storeFinalList } from '#tests/support/store-final-list.ts';
import { folderOfTest } from '#tests/support/temporary-folder.ts';

const BUYER = '0x52908400098527886e0f7030069857d2e4169ee7';
const [FIRST_KEY, SECOND_KEY] = ['a1'.repeat(32), 'b2'.repeat(32)];

/** The signed bytes by independent code: keys sorted, no white space. */
function signedBytes(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(signedBytes).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${signedBytes((value as Record<string, unknown>)[key])}`).join(',')}}`;
}

/** Verifies a signature as a browser does. */
async function holds(publicKey: string, payload: unknown, signature: string): Promise<boolean> {
  const raw = Buffer.from(publicKey, 'base64url');
  const key = await webcrypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify']);
  return webcrypto.subtle.verify(
    'Ed25519',
    key,
    Buffer.from(signature, 'base64url'),
    Buffer.from(signedBytes(payload)),
  );
}

sizedEngines('a receipt', (openPlace) => {
  let http: HttpApp;
  beforeEach(async () => {
    http = await openHttpApp({ ...(await openPlace()), env: { RECEIPT_SIGNING_KEY: FIRST_KEY } });
  });
  const payment = () =>
    http.context.db
      .selectFrom('payments')
      .select(['id', 'transaction_hash', 'block_hash'])
      .where('payer', '=', BUYER)
      .executeTakeFirstOrThrow();
  const keys = async () => verifyKeysResponseSchema.strict().parse((await http.app.inject('/api/verify/keys')).json());
  const get = async () => {
    const answer = await http.app.inject(`/api/receipts/1-${(await payment()).transaction_hash}-0`);
    expect(answer.statusCode, answer.body).toBe(200);
    return receiptResponseSchema.strict().parse(answer.json());
  };
  const verify = async (receipt: unknown): Promise<VerifyReceipt> => {
    const answer = await http.app.inject({ method: 'POST', url: '/api/verify/receipt', payload: { receipt } });
    expect(answer.statusCode, answer.body).toBe(200);
    return verifyReceiptResponseSchema.strict().parse(answer.json());
  };
  const restart = async (env: NodeJS.ProcessEnv) => {
    await http.close();
    http = await openHttpApp({ location: http.database.location, env });
    http.clock.now = START + 86_400_000;
  };

  test('states everything about a credited payment, signed so that anybody can verify it', async () => {
    await http.credit(BUYER, 130n);
    const row = await payment();
    const { receipt, current } = await get();
    expect(receipt.payload).toEqual({
      type: 'synx-purchase-receipt',
      version: 1,
      id: `1-${row.transaction_hash}-0`,
      status: 'credited',
      chainId: 1,
      transactionHash: row.transaction_hash,
      transferIndex: 0,
      blockNumber: 1,
      blockHash: row.block_hash,
      blockTime: new Date(START).toISOString(),
      sender: '0x52908400098527886E0F7030069857D2E4169EE7',
      recipient: http.context.env.presaleAddress,
      token: 'USDC',
      tokenAddress: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      decimals: 6,
      amount: '130000000',
      coinPrice: null,
      feedRound: null,
      usd: '130',
      price: '0.013',
      phase: 1,
      allotment: [{ phase: 1, price: '0.013', tokens: '10000' }],
      tokens: '10000',
      refundUsd: null,
      ledgerEntry: { transfer: expect.stringMatching(/^\d+$/), sequence: 1 },
      time: new Date(START).toISOString(),
      note: 'Credited on this site, not yet in your wallet. Claiming is not live.',
    });
    expect(current).toEqual({ status: 'credited', reason: null, final: false, reversals: 0 });
    const [key] = (await keys()).keys;
    expect(key).toMatchObject({ status: 'current', validUntil: null, id: receipt.keyId });
    const raw = Buffer.from(key?.publicKey ?? '', 'base64url');
    expect(createHash('sha256').update(raw).digest('hex').slice(0, 16)).toBe(receipt.keyId);
    expect(await holds(key?.publicKey ?? '', receipt.payload, receipt.signature)).toBe(true);
    expect(await verify(receipt)).toEqual({
      valid: true,
      problem: null,
      id: receipt.payload.id,
      ledger: 'credited',
      current,
    });
    // The ledger entry it names is the one that moved these tokens.
    const entry = await http.context.db
      .selectFrom('ledger_entries')
      .select('amount')
      .where('transfer_id', '=', BigInt(receipt.payload.ledgerEntry.transfer))
      .where('amount', '>', 0n)
      .executeTakeFirstOrThrow();
    expect(entry.amount).toBe(10_000_000_000_000n);
  });

  test('says that claiming is open once it is, and one from before is as valid as ever', async () => {
    await http.credit(BUYER, 130n);
    const { receipt: before } = await get();
    const { db } = http.context;
    await storeFinalList(db, BigInt(START) + 1_000n);
    await giveDistributor(db, `0x${'c1'.repeat(20)}`);
    const reach = async (seconds: number) => {
      const chain_time = BigInt(Math.floor(START / 1_000) + seconds);
      await db.updateTable('distributors').set({ named_at: 1n, funded_at: 1n, chain_time }).execute();
      return get();
    };
    expect((await reach(0)).receipt.payload).toEqual(before.payload);
    const { receipt: after } = await reach(1);
    expect(after.payload).toEqual({
      ...before.payload,
      note: 'Credited on this site. Claiming is open, on its page /claim.',
    });
    for (const receipt of [before, after])
      expect(await verify(receipt)).toMatchObject({ valid: true, ledger: 'credited' });
  });

  test('is malformed with a text that no program can sign, such as half of a character [X1]', async () => {
    await http.credit(BUYER, 130n);
    const { receipt } = await get();
    for (const note of ['\ud800', 'a\udc00', '\udc00\ud800b'])
      expect(await verify({ ...receipt, payload: { ...receipt.payload, note } }), JSON.stringify(note)).toMatchObject({
        valid: false,
        problem: 'malformed',
      });
  });

  test('is invalid when a single character changes', { tags: 'long' }, async () => {
    await http.credit(BUYER, 130n);
    const { receipt } = await get();
    const text = JSON.stringify(receipt);
    let refused = 0;
    for (let position = 0; position < text.length; position += 7) {
      const digit = text.charCodeAt(position);
      const changed = `${text.slice(0, position)}${String.fromCharCode(digit ^ 1)}${text.slice(position + 1)}`;
      let given: unknown;
      try {
        given = JSON.parse(changed);
      } catch {
        given = changed;
      }
      const answer = await verify(given);
      expect(answer, changed).toMatchObject({ valid: false, ledger: null, current: null });
      refused += 1;
    }
    expect(refused).toBeGreaterThan(150);
    const more = { ...receipt, payload: { ...receipt.payload, extra: 'x' } };
    expect(await verify(more)).toMatchObject({ valid: false, problem: 'malformed' });
    for (const junk of [null, 'text', 7, [], {}, { payload: {} }])
      expect(await verify(junk)).toMatchObject({ valid: false, problem: 'malformed' });
  });

  test('of a reversed credit says so, the old one too, and the payment has a new one when it is credited again', async () => {
    await http.credit(BUYER, 130n);
    const { id, block_hash: blockHash } = await payment();
    const first = await get();
    await reverseCredit(http.context, { id, blockHash: blockHash ?? '' }, http.clock.now);
    const reversed = await get();
    expect(reversed).toMatchObject({
      receipt: {
        payload: { status: 'reversed', tokens: '10000', usd: null, blockHash: null, ledgerEntry: { sequence: 2 } },
      },
      current: { status: 'processing', reversals: 1 },
    });
    expect(reversed.receipt.payload.note).toMatch(/^Reversed/);
    expect(await verify(first.receipt)).toMatchObject({ valid: true, ledger: 'reversed' });
    expect(await verify(reversed.receipt)).toMatchObject({ valid: true, ledger: 'reversed' });
    const again = await confirmAgain(http.context.db, id, http.clock.now);
    await creditNow(http.context.db, { id, blockHash: again }, http.clock.now);
    const second = await get();
    expect(second).toMatchObject({ receipt: { payload: { status: 'credited', ledgerEntry: { sequence: 3 } } } });
    expect(await verify(second.receipt)).toMatchObject({ valid: true, ledger: 'credited' });
    expect(await verify(first.receipt)).toMatchObject({ valid: true, ledger: 'superseded' });
    expect(await verify(reversed.receipt)).toMatchObject({ valid: true, ledger: 'superseded' });
  });

  test('remains valid when the key is replaced, and not when the key is revoked', async () => {
    await http.credit(BUYER, 130n);
    const { receipt: old } = await get();
    await restart({ RECEIPT_SIGNING_KEY: SECOND_KEY });
    const { receipt: fresh } = await get();
    expect(fresh.payload).toEqual(old.payload);
    expect(fresh.keyId).not.toBe(old.keyId);
    expect((await keys()).keys.map(({ id, status }) => [id, status])).toEqual([
      [fresh.keyId, 'current'],
      [old.keyId, 'retired'],
    ]);
    for (const receipt of [old, fresh])
      expect(await verify(receipt)).toMatchObject({ valid: true, ledger: 'credited' });
    expect(await verify({ ...old, keyId: fresh.keyId })).toMatchObject({ valid: false, problem: 'bad-signature' });
    expect(await verify({ ...old, keyId: '0'.repeat(16) })).toMatchObject({ valid: false, problem: 'unknown-key' });
    await restart({ RECEIPT_SIGNING_KEY: SECOND_KEY, RECEIPT_REVOKED_KEYS: old.keyId });
    expect(await verify(old)).toMatchObject({ valid: false, problem: 'revoked-key' });
    expect(await verify(fresh)).toMatchObject({ valid: true });
  });

  test('does not exist for a payment that was never credited', async () => {
    const none = await http.app.inject(`/api/receipts/1-0x${'0'.repeat(64)}-coin`);
    expect([none.statusCode, none.json().code]).toEqual([404, 'no_receipt']);
    expect((await http.app.inject('/api/receipts/2-0x12-coin')).json().code).toBe('invalid_request');
  });

  test('is refused, with the payment’s number for the operator, in a token that is no longer listed', async () => {
    await http.credit(BUYER, 130n);
    const { id, transaction_hash: transactionHash } = await payment();
    await http.context.db.updateTable('payments').set({ token_symbol: 'GONE' }).where('id', '=', id).execute();
    const { db, env } = http.context;
    const asked = receiptPayload(db, env.presaleAddress, { chainId: 1, transactionHash, transferIndex: 0n });
    await expect(asked).rejects.toThrow(new RangeError(`payment ${id} is in an unlisted token`));
    expect((await http.app.inject(`/api/receipts/1-${transactionHash}-0`)).statusCode).toBe(500);
  });

  test('the channels of the project are signed by the same key', async () => {
    const { payload, signature } = verifyChannelsResponseSchema
      .strict()
      .parse((await http.app.inject('/api/verify/channels')).json());
    const [key] = (await keys()).keys;
    expect(await holds(key?.publicKey ?? '', payload, signature)).toBe(true);
    expect(payload.channels).toEqual([]);
    const env = { PUBLIC_ORIGIN: 'https://synx.example', PUBLIC_X_URL: 'https://x.example/synx' };
    expect(channelStatement({ ...http.context.env, ...env }).channels).toEqual([
      { channel: 'site', address: 'https://synx.example' },
      { channel: 'x', address: 'https://x.example/synx' },
    ]);
  });

  test('the payment addresses are signed by the same key, checksummed, with their decimals', async () => {
    const answer = await http.app.inject('/api/verify/addresses');
    const { payload, signature } = verifyAddressesResponseSchema.strict().parse(answer.json());
    const [key] = (await keys()).keys;
    expect(await holds(key?.publicKey ?? '', payload, signature)).toBe(true);
    expect(payload.chains.map(({ chainId, presaleAddress }) => [chainId, presaleAddress])).toEqual(
      CHAIN_IDS.map((chainId) => [chainId, http.context.env.presaleAddress]),
    );
    const tokens = payload.chains.flatMap(({ chainId, tokens }) =>
      tokens.map(({ symbol, address, decimals }) => `${chainId} ${symbol} ${address} ${decimals}`),
    );
    // The table of addresses of the product, checked against EIP-55.
    expect(tokens).toEqual([
      '1 ETH null 18',
      '1 USDC 0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48 6',
      '1 USDT 0xdAC17F958D2ee523a2206206994597C13D831ec7 6',
      '1 USD1 0x8d0D000Ee44948FC98c9B98A4FA4921476f08B0d 18',
      '56 BNB null 18',
      '56 USDC 0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d 18',
      '56 USDT 0x55d398326f99059fF775485246999027B3197955 18',
      '56 BUSD 0xe9e7CEA3DedcA5984780Bafc599bD69ADd087D56 18',
      '137 MATIC null 18',
      '137 USDC 0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359 6',
      '137 USDT 0xc2132D05D31c914a87C6611C10748AEb04B58e8F 6',
    ]);
    expect((await http.app.inject('/api/config')).json().presaleAddress).toBe(payload.chains[0]?.presaleAddress);
  });
});

describe('the key that signs', () => {
  let folder: string;
  beforeEach(() => {
    folder = folderOfTest();
  });

  test('is generated once in the data directory, for its owner alone, and is the same at the next start', () => {
    const directory = join(folder, 'data');
    const made = openSigningKey({ RECEIPT_SIGNING_KEY: undefined, DATA_DIRECTORY: directory });
    const file = join(directory, 'receipt-signing-key');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
    expect(openSigningKey({ RECEIPT_SIGNING_KEY: undefined, DATA_DIRECTORY: directory }).id).toBe(made.id);
    const given = openSigningKey({ RECEIPT_SIGNING_KEY: FIRST_KEY, DATA_DIRECTORY: directory });
    expect(given.id).not.toBe(made.id);
  });

  test('is the one of RFC 8032, section 7.1', () => {
    const seed = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
    const key = openSigningKey({ RECEIPT_SIGNING_KEY: seed, DATA_DIRECTORY: folder });
    expect(Buffer.from(key.publicKey, 'base64url').toString('hex')).toBe(
      'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
    );
  });

  test('a damaged file, or an unwritable directory, is a sentence for the operator', () => {
    writeFileSync(join(folder, 'receipt-signing-key'), 'abc');
    for (const directory of [folder, join(folder, 'receipt-signing-key')]) {
      expect(() => openSigningKey({ RECEIPT_SIGNING_KEY: undefined, DATA_DIRECTORY: directory })).toThrow(
        EnvironmentError,
      );
    }
  });
});
