import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { findToken } from '#src/config/tokens.ts';
import { findPaymentsByHash } from '#src/server/money/payments/find/find-payments.ts';
import { newPayment } from '#src/server/money/payments/verify/store-payments.ts';
import { recordedTrack } from '#src/server/money/track/recorded-track.ts';
import type { HttpApp } from '#tests/support/http-app.ts';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';

const hash = () => `0x${randomBytes(32).toString('hex')}`;
const wallet = () => `0x${randomBytes(20).toString('hex')}`;
/** As many as keep the hash in each transaction (store-payments.ts). */
const NAMED = 200;
const TOKEN = findToken(137, 'USDC')?.address?.toLowerCase() ?? null;
const DUST = { status: 'rejected', reason: 'below-one-token', final: 1n } as const;

/** Writes transactions in each of which a payer's `count` payments name the hash. */
async function nameIn(
  { context, clock }: HttpApp,
  named: string,
  { transactions = 1, count = NAMED, payer = wallet(), fields = {} },
) {
  const at = BigInt(clock.now);
  for (let written = 0; written < transactions; written += 1) {
    const block = { succeeded: true, blockNumber: 1n, blockHash: hash(), blockTime: at / 1000n };
    const paid = {
      chainId: 137,
      hash: hash(),
      confirmations: 6n,
      reading: { ...block, from: wallet(), nonce: 0n },
    } as const;
    const rows = Array.from({ length: count }, (_, transferIndex) => ({
      ...newPayment(paid, { transferIndex, payer, token: TOKEN, amount: 1n }, at),
      ...{ safe_tx_hash: named, ...DUST, ...fields },
    }));
    await context.db.insertInto('payments').values(rows).execute();
  }
}

/** Posts the hash for a wallet, as anybody can. */
async function postFor({ app }: HttpApp, transactionHash: string, walletAddress: string, chainId = 137) {
  const payload = { walletAddress, transactionHash, chainId };
  const answer = await app.inject({ method: 'POST', url: '/api/presale/purchase', payload });
  expect(answer.statusCode).toBe(200);
}

onSizedEngines('a Safe’s hash that a contract names', (open) => {
  test('costs a post little, however many transactions name it (S25)', { tags: 'long' }, async () => {
    const http = await open();
    const contract = wallet();
    /** The quickest of some looks, in milliseconds. */
    const cost = async (transactions: number) => {
      const named = hash();
      await nameIn(http, named, { transactions, payer: contract });
      const took: number[] = [];
      for (let looks = 0; looks < 7; looks += 1) {
        const from = performance.now();
        await findPaymentsByHash(http.context.db, named, [contract], { payer: contract });
        took.push(performance.now() - from);
      }
      return Math.min(...took);
    };
    const few = await cost(2);
    expect((await cost(150)) / few).toBeLessThan(8);
    await http.close();
  });

  test('leads to what Safe’s own code proves, at little cost (S25)', { tags: 'long' }, async () => {
    const http = await open();
    const [contract, safe] = [wallet(), wallet()];
    /** The quickest of some looks, in milliseconds. */
    const cost = async (transactions: number) => {
      const named = hash();
      await postFor(http, named, contract);
      await nameIn(http, named, { transactions, payer: contract });
      await nameIn(http, named, { count: 1, payer: safe, fields: { proven_in: hash() } });
      const took: number[] = [];
      for (let looks = 0; looks < 7; looks += 1) {
        const from = performance.now();
        const track = await recordedTrack(http.context.db, named, null);
        took.push(performance.now() - from);
        expect(track).toMatchObject({ payments: [{ payer: safe }], unlisted: 0 });
      }
      return Math.min(...took);
    };
    const few = await cost(2);
    expect((await cost(150)) / few).toBeLessThan(8);
    await http.close();
  });

  test('leads to who was credited for the most, however many payments of others name it', async () => {
    const http = await open();
    const [named, first, safe] = [hash(), `0x${'1'.padStart(40, '0')}`, `0x${'f'.repeat(40)}`];
    const credited = { status: 'credited', reason: null, tokens: 1n, price_micro_usd: 1n, phase: 1n };
    await nameIn(http, named, { transactions: 3, payer: first });
    await nameIn(http, named, { count: 1, payer: first, fields: { ...credited, usd_micro: 1n } });
    await nameIn(http, named, { count: 1, payer: safe, fields: { ...credited, usd_micro: 2n } });
    expect(await recordedTrack(http.context.db, named, null)).toMatchObject({
      status: 'credited',
      payments: [{ payer: safe }],
      unlisted: 0,
    });
    await http.close();
  });

  test.each([
    ['refund-due', 'sale-over'],
    ['needs-review', 'stale-price'],
    ['confirming', null],
  ] as const)(
    'leads to the payment of who posted it while that is %s, and not to one of others',
    async (status, reason) => {
      const http = await open();
      const [named, safe, other] = [hash(), wallet(), wallet()];
      await postFor(http, named, safe);
      await nameIn(http, named, { count: 1, payer: safe, fields: { status, reason, final: 0n } });
      const credited = { status: 'credited', reason: null, tokens: 1n, price_micro_usd: 1n, phase: 1n } as const;
      await nameIn(http, named, { count: 1, payer: other, fields: { ...credited, usd_micro: 1_000_000n } });
      const track = await recordedTrack(http.context.db, named, null);
      expect(track?.payments.map(({ payer }) => payer)).toContain(safe);
      await http.close();
    },
  );

  test('is known on its own chain, however many payments of others name it on another one', async () => {
    const http = await open();
    const [named, safe, other] = [hash(), wallet(), wallet()];
    const credited = { status: 'credited', reason: null, tokens: 1n, price_micro_usd: 1n, phase: 1n } as const;
    await postFor(http, named, other);
    await nameIn(http, named, { transactions: 2, payer: other });
    await nameIn(http, named, { count: 1, payer: other, fields: { ...credited, usd_micro: 2n } });
    await nameIn(http, named, { count: 1, payer: safe, fields: { ...credited, usd_micro: 1n, chain_id: 1n } });
    expect(await recordedTrack(http.context.db, named, 1)).toMatchObject({ payments: [{ payer: safe }] });
    await http.close();
  });

  test('is still that of the transaction that somebody posted and whose sender a chain has shown', async () => {
    const http = await open();
    const [posted, sender] = [hash(), wallet()];
    await postFor(http, posted, sender);
    const shown = { sender, nonce: 1n, chain_id: 137n };
    await http.context.db.updateTable('submissions').set(shown).execute();
    await nameIn(http, posted, { count: 1 });
    for (const status of ['processing', 'failed', 'rejected'] as const) {
      await http.context.db.updateTable('submissions').set({ status }).execute();
      expect(await recordedTrack(http.context.db, posted, null)).toMatchObject({ status, payments: [] });
    }
    await http.close();
  });
});

onSizedEngines('a hash posted for any number of wallets', (open) => {
  test('is shown at little cost (S25)', async () => {
    const http = await open();
    const { db } = http.context;
    const at = BigInt(http.clock.now);
    /** The quickest of some looks, in milliseconds. */
    const cost = async (posts: number) => {
      const posted = hash();
      const rows = Array.from({ length: 500 }, () => ({
        ...{ transaction_hash: posted, status: 'processing' as const, reason: null, claims: '{}' },
        ...{ chain_hint: 137n, chain_id: null, sender: null, nonce: null, terms_version: null },
        ...{ created_at: at, updated_at: at, next_check_at: at, lane: 0n, posted_by: null },
      }));
      for (let written = 0; written < posts; written += rows.length)
        await db
          .insertInto('submissions')
          .values(rows.map((row) => ({ ...row, wallet: wallet() })))
          .execute();
      const took: number[] = [];
      for (let looks = 0; looks < 7; looks += 1) {
        const from = performance.now();
        await recordedTrack(db, posted, null);
        took.push(performance.now() - from);
      }
      return Math.min(...took);
    };
    const few = await cost(500);
    expect((await cost(20_000)) / few).toBeLessThan(8);
    await http.close();
  });
});
