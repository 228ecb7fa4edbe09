import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { findToken } from '#src/config/tokens.ts';
import type { PaymentStatus } from '#src/contract/presale.ts';
import { findPaymentsByHash, IN_NO_BLOCK } from '#src/server/money/payments/find/find-payments.ts';
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

/** The fields of a payment of so many dollars that nobody has decided yet, or that is credited. */
const ofDollars = (status: PaymentStatus, usd: bigint) => ({
  ...{ status, reason: null, final: 0n, amount: String(usd * 1_000_000n) },
  ...(status === 'credited' ? { tokens: 1n, price_micro_usd: 1n, phase: 1n, usd_micro: usd * 1_000_000n } : {}),
});

/** Writes transactions in each of which a payer's `count` payments name the hash; returns the last one's hash. */
async function nameIn(
  { context, clock }: HttpApp,
  named: string,
  { transactions = 1, count = NAMED, payer = wallet(), fields = {} },
) {
  const at = BigInt(clock.now);
  let last = '';
  for (let written = 0; written < transactions; written += 1) {
    last = hash();
    const block = { succeeded: true, blockNumber: 1n, blockHash: hash(), blockTime: at / 1000n };
    const paid = {
      chainId: 137,
      hash: last,
      confirmations: 6n,
      reading: { ...block, from: wallet(), nonce: 0n },
    } as const;
    const rows = Array.from({ length: count }, (_, transferIndex) => ({
      ...newPayment(paid, { transferIndex, payer, token: TOKEN, amount: 1n }, at),
      ...{ safe_tx_hash: named, ...DUST, ...fields },
    }));
    await context.db.insertInto('payments').values(rows).execute();
  }
  return last;
}

/** Posts the hash for a wallet, as anybody can. */
async function postFor({ app }: HttpApp, transactionHash: string, walletAddress: string, chainId = 137) {
  const payload = { walletAddress, transactionHash, chainId };
  const answer = await app.inject({ method: 'POST', url: '/api/presale/purchase', payload });
  expect(answer.statusCode).toBe(200);
}

/** The same for this many wallets. */
async function postForMany({ context, clock }: HttpApp, transactionHash: string, posts: number) {
  const at = BigInt(clock.now);
  const rows = Array.from({ length: posts }, () => ({
    ...{ transaction_hash: transactionHash, wallet: wallet() },
    ...{ status: 'processing' as const, reason: null, claims: '{}' },
    ...{ chain_hint: 137n, chain_id: null, sender: null, nonce: null, terms_version: null },
    ...{ created_at: at, updated_at: at, next_check_at: at, lane: 0n, posted_by: null },
  }));
  await context.db.insertInto('submissions').values(rows).execute();
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
  });

  test.each([
    ['Safe’s own code proves', { proven_in: hash() }],
    ['a Safe was credited for without a proof', ofDollars('credited', 30n)],
  ])('leads to what %s, at little cost (S25)', { tags: 'long' }, async (_case, fields) => {
    const http = await open();
    const [contract, safe] = [wallet(), wallet()];
    /** The quickest of some looks, in milliseconds. */
    const cost = async (transactions: number) => {
      const named = hash();
      await postFor(http, named, contract);
      await nameIn(http, named, { transactions, payer: contract });
      await nameIn(http, named, { count: 1, payer: safe, fields });
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
    },
  );

  const unlisted = { token_symbol: null, token_address: wallet(), amount: '9'.repeat(30) };
  const wrong = { status: 'needs-review', reason: 'wrong-token', final: 0n } as const;
  const BUSD = { chain_id: 56n, token_symbol: 'BUSD', amount: (50n * 10n ** 18n).toString() };
  const GONE = { block_number: null, block_hash: null, block_time: null };
  const unverifiable = { ...ofDollars('needs-review', 1n), reason: 'amount-unverifiable' } as const;
  /** What a contract has under the Safe's hash for no more than its gas and a dollar. */
  const CHEAP = [
    ['a worthless token', { ...unlisted, ...wrong }],
    ['a dollar in a fresh block', ofDollars('confirming', 1n)],
    ['a dollar in review', unverifiable],
    ['a credited dollar', ofDollars('credited', 1n)],
    [
      'fifty dollars of a token that is not sold',
      { ...ofDollars('needs-review', 50n), ...BUSD, reason: 'wrong-token' },
    ],
    ['fifty dollars whose number was taken', { ...ofDollars('cancelled', 50n), ...GONE }],
    ['fifty dollars that another payment replaced', { ...ofDollars('replaced', 50n), ...GONE }],
    ['fifty dollars that are in no block any more', { ...ofDollars('rejected', 50n), reason: 'wrong-recipient' }],
  ] as const;
  const OWN = ['credited', 'confirming', 'needs-review', 'refund-due'] as const;

  test.each(CHEAP.flatMap(([cheap, fields]) => OWN.map((status) => ({ cheap, fields, status }))))(
    'leads to what its wallet paid without a proof, $status, and not to $cheap of a contract (S23)',
    async ({ fields, status }) => {
      const http = await open();
      for (const poster of ['contract', 'both', 'a hundred strangers'] as const) {
        // Rows are read in this order.
        const [named, contract, safe] = [hash(), `0x${'1'.padStart(40, '0')}`, `0x${'f'.repeat(40)}`];
        // A payment that is not credited is looked for among the first that posted the hash.
        if (poster !== 'both' && status !== 'credited') continue;
        await postFor(http, named, contract);
        // What is credited is found behind any number of others.
        const transactions = status === 'credited' ? 3 : 1;
        await nameIn(http, named, { payer: contract, transactions, count: status === 'credited' ? NAMED : 1, fields });
        if (poster === 'a hundred strangers') await postForMany(http, named, 110);
        if (poster !== 'contract') await postFor(http, named, safe);
        const executedBy = await nameIn(http, named, { count: 2, payer: safe, fields: ofDollars(status, 30n) });
        const track = await recordedTrack(http.context.db, named, null);
        expect(track, poster).toMatchObject({ status, executedBy });
        expect(track?.payments.filter(({ payer }) => payer === safe)).toHaveLength(2);
      }
    },
  );

  test.each([
    ['that is refunded, as the sale is over', { ...ofDollars('refund-due', 50n), reason: 'sale-over' }],
    ['that is refunded, as nothing is left', { ...ofDollars('refund-due', 50n), reason: 'over-sold', final: 1n }],
    ['in a token that is switched off', { ...ofDollars('needs-review', 50n), reason: 'token-off' }],
  ] as const)(
    'leads to what its wallet was credited for without a proof, and not to a later payment of a contract %s (S23)',
    async (_case, fields) => {
      const http = await open();
      const [named, contract, safe] = [hash(), `0x${'1'.padStart(40, '0')}`, `0x${'f'.repeat(40)}`];
      const executedBy = await nameIn(http, named, { count: 1, payer: safe, fields: ofDollars('credited', 30n) });
      http.clock.now += 1_000;
      for (const poster of [contract, safe]) await postFor(http, named, poster);
      await nameIn(http, named, { count: 1, payer: contract, fields });
      expect(await recordedTrack(http.context.db, named, null)).toMatchObject({ status: 'credited', executedBy });
    },
  );

  test.each(['stale-price', 'amount-unverifiable', 'quorum-dispute'] as const)(
    'leads to what its wallet paid without a proof, in review (%s), and not to an earlier credited dollar of a contract (S23)',
    async (reason) => {
      const http = await open();
      const [named, contract, safe] = [hash(), wallet(), wallet()];
      await nameIn(http, named, { count: 1, payer: contract, fields: ofDollars('credited', 1n) });
      http.clock.now += 1_000;
      const fields = { ...ofDollars('needs-review', 30n), reason };
      const executedBy = await nameIn(http, named, { count: 1, payer: safe, fields });
      expect(await recordedTrack(http.context.db, named, null)).toMatchObject({ status: 'needs-review', executedBy });
    },
  );

  test('leads to its wallet’s payment that left the chain, and not to dust of a contract in a block (S23)', async () => {
    const http = await open();
    const [named, contract, safe] = [hash(), wallet(), wallet()];
    for (const poster of [contract, safe]) await postFor(http, named, poster);
    await nameIn(http, named, { count: 1, payer: contract, fields: ofDollars('confirming', 1n) });
    const left = { ...ofDollars('processing', 30n), ...IN_NO_BLOCK };
    const executedBy = await nameIn(http, named, { count: 1, payer: safe, fields: left });
    expect(await recordedTrack(http.context.db, named, null)).toMatchObject({ reason: 'left-chain', executedBy });
  });

  test('is known on its own chain, however many payments of others name it on another one', async () => {
    const http = await open();
    const [named, safe, other] = [hash(), wallet(), wallet()];
    const credited = { status: 'credited', reason: null, tokens: 1n, price_micro_usd: 1n, phase: 1n } as const;
    await postFor(http, named, other);
    await nameIn(http, named, { transactions: 2, payer: other });
    await nameIn(http, named, { count: 1, payer: other, fields: { ...credited, usd_micro: 2n } });
    await nameIn(http, named, { count: 1, payer: safe, fields: { ...credited, usd_micro: 1n, chain_id: 1n } });
    expect(await recordedTrack(http.context.db, named, 1)).toMatchObject({ payments: [{ payer: safe }] });
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
  });
});

onSizedEngines('a hash posted for any number of wallets', (open) => {
  test('is shown at little cost (S25)', async () => {
    const http = await open();
    const { db } = http.context;
    /** The quickest of some looks, in milliseconds. */
    const cost = async (posts: number) => {
      const posted = hash();
      for (let written = 0; written < posts; written += 500) await postForMany(http, posted, 500);
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
  });
});
