import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { beforeAll, expect, test, vi } from 'vitest';
import { findToken } from '#src/config/tokens.ts';
import { holdingsExportSchema } from '#src/contract/dashboard.ts';
import { walletPayments } from '#src/server/money/payments/answer/wallet-payments.ts';
import { newPayment } from '#src/server/money/payments/verify/store-payments.ts';
import { onSizedEngines } from '#tests/support/on-both-engines.ts';
import { onceForAll } from '#tests/support/opened.ts';
import { newVisitor, type Visitor } from '#tests/support/wallet-session.ts';

const DUST = 1_200;
const hash = () => `0x${randomBytes(32).toString('hex')}`;
const wallet = () => `0x${randomBytes(20).toString('hex')}`;

onSizedEngines('a wallet with more payments than a person makes', (open) => {
  const http = onceForAll(open);
  let owner: Visitor;
  beforeAll(async () => {
    owner = newVisitor(http.app, () => http.clock.now);
    await owner.connect();
    await owner.prove();
    await payDust(owner.wallet, DUST);
  });

  /** Payments below one token, which cost their payer no more than gas; some in the same block. */
  async function payDust(payer: string, count: number, of = hash): Promise<void> {
    const at = BigInt(http.clock.now);
    const token = findToken(137, 'USDC')?.address?.toLowerCase() ?? null;
    const block = { succeeded: true, blockNumber: 1n, blockHash: hash(), blockTime: at / 1000n };
    const dust = { status: 'rejected', reason: 'below-one-token', below_minimum: 1n, final: 1n } as const;
    const dustOf = (place: number) => {
      const reading = { ...block, from: payer, nonce: BigInt(place) };
      const transaction = { chainId: 137, hash: of(), reading, confirmations: 6n } as const;
      const row = newPayment(transaction, { transferIndex: place, payer, token, amount: 1n }, at);
      return { ...row, ...dust, first_seen_at: at + BigInt(place % 7) };
    };
    for (let start = 0; start < count; start += 100) {
      const rows = Array.from({ length: Math.min(100, count - start) }, (_, place) => dustOf(start + place));
      await http.context.db.insertInto('payments').values(rows).execute();
    }
  }
  /** Hashes that exist nowhere, posted in a wallet's name. */
  async function postHashes(wallet: string, count: number): Promise<void> {
    const at = BigInt(http.clock.now);
    for (let start = 0; start < count; start += 100) {
      const rows = Array.from({ length: 100 }, () => ({
        ...{ transaction_hash: hash(), wallet, status: 'processing' as const, reason: null, claims: '{}' },
        ...{ chain_hint: null, chain_id: null, sender: null, nonce: null, terms_version: null },
        ...{ created_at: at, updated_at: at, next_check_at: at, lane: 0n, posted_by: null },
      }));
      await http.context.db.insertInto('submissions').values(rows).execute();
    }
  }
  const url = (wallet: string, kind: 'csv' | 'json') => `/api/dashboard/export/${wallet}.${kind}`;
  const later = (milliseconds: number) => {
    http.clock.now += milliseconds;
  };

  test('is exported whole to its owner, each payment once and in order, and its latest thousand to others (S25)', async () => {
    const whole = holdingsExportSchema.strict().parse((await owner.get(url(owner.wallet, 'json'))).json());
    expect([whole.complete, whole.purchases.length]).toEqual([true, DUST]);
    expect(new Set(whole.purchases.map(({ id }) => id)).size).toBe(DUST);
    const times = whole.purchases.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().reverse());
    const part = holdingsExportSchema.strict().parse((await http.app.inject(url(owner.wallet, 'json'))).json());
    expect(part.complete).toBe(false);
    expect(part.purchases).toEqual(whole.purchases.slice(0, 1_000));
    const rows = async (table: Promise<{ readonly body: string }>) => (await table).body.split('\r\n').length - 2;
    expect(await rows(owner.get(url(owner.wallet, 'csv')))).toBe(DUST);
    expect(await rows(http.app.inject(url(owner.wallet, 'csv')))).toBe(1_000);
  });

  test('whose replaced hashes are shown costs no reading of all payments that took their place (S25)', async () => {
    const sender = wallet();
    const at = BigInt(http.clock.now);
    const [taken, payer] = [hash(), wallet()];
    await payDust(payer, DUST, () => taken);
    await http.context.db
      .updateTable('payments')
      .set({ sender, nonce: 7n })
      .where('transaction_hash', '=', taken)
      .execute();
    const rows = Array.from({ length: 20 }, () => ({
      ...{ transaction_hash: hash(), wallet: sender, status: 'replaced' as const, reason: null, claims: '{}' },
      ...{ chain_hint: 137n, chain_id: 137n, sender, nonce: 7n, terms_version: null },
      ...{ created_at: at, updated_at: at, next_check_at: at, lane: 0n, posted_by: null },
    }));
    await http.context.db.insertInto('submissions').values(rows).execute();
    let read = 0;
    const { db } = http.context;
    const counted = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        read += result.rows.length;
        return result;
      },
    });
    const shown = await walletPayments(Object.assign(counted, { kept: db.kept }), sender, 50, {
      isOwner: false,
      tokenHash: null,
    });
    expect(shown.payments).toHaveLength(20);
    expect(read).toBeLessThan(200);
  });

  test('whose own payment took a nonce together with hundreds of others is told so', async () => {
    const [sender, other] = [wallet(), wallet()];
    const at = BigInt(http.clock.now);
    const [posted, taken] = [hash(), hash()];
    await payDust(other, 250, () => taken);
    const { db } = http.context;
    await db.updateTable('payments').set({ sender, nonce: 7n }).where('transaction_hash', '=', taken).execute();
    // The last one.
    const own = db.updateTable('payments').set({ payer: sender }).where('transaction_hash', '=', taken);
    await own.where('transfer_index', '=', 249n).execute();
    const row = {
      ...{ transaction_hash: posted, wallet: sender, status: 'cancelled' as const, reason: null, claims: '{}' },
      ...{ chain_hint: 137n, chain_id: 137n, sender, nonce: 7n, terms_version: null },
      ...{ created_at: at, updated_at: at, next_check_at: at, lane: 0n, posted_by: null },
    };
    await db.insertInto('submissions').values(row).execute();
    const { payments } = (await http.app.inject(`/api/track/wallet/${sender}`)).json();
    expect(payments).toContainEqual(
      expect.objectContaining({ transactionHash: posted, status: 'replaced', replacedBy: taken }),
    );
  });

  test('is exported in slices, between which everything else has its turn (S25)', async () => {
    later(60_000);
    let isDone = false;
    const exported = owner.get(url(owner.wallet, 'csv')).finally(() => {
      isDone = true;
    });
    let turns = 0;
    while (!isDone) {
      await setImmediate();
      turns += 1;
    }
    expect((await exported).statusCode).toBe(200);
    // Twelve slices are read, and twelve written.
    expect(turns).toBeGreaterThanOrEqual(24);
  });

  test('exports of any wallets are written one at a time, and a crowd of them is refused (S25)', async () => {
    // From as many places, since those of one take turns before they come here.
    const wanted = Array.from({ length: 30 }, (_, n) => ({ url: url(wallet(), 'csv'), remoteAddress: `9.0.1.${n}` }));
    const answers = await Promise.all(wanted.map((each) => http.app.inject(each)));
    const codes = answers.map(({ statusCode }) => statusCode);
    expect(codes.filter((code) => code === 200).length).toBeGreaterThanOrEqual(20);
    expect(codes.filter((code) => code === 503).length).toBeGreaterThan(0);
    expect(answers.find(({ statusCode }) => statusCode === 503)?.json().code).toBe('overloaded');
  });

  test('exports that nobody waits for any more are not written, and give their places back (S25)', async () => {
    const wallets = Array.from({ length: 20 }, wallet);
    for (const wallet of wallets) await payDust(wallet, 300);
    const { port } = new URL(await http.app.listen({ port: 0, host: '127.0.0.1' }));
    const { server } = http.app;
    const sockets = new Set<Socket>();
    server.on('connection', (socket) => sockets.add(socket.once('close', () => sockets.delete(socket))));
    const written = vi.spyOn(http.context.db, 'selectFrom');
    const clients = wallets.map((wallet) => {
      const client = connect(Number(port), '127.0.0.1');
      client.write(`GET ${url(wallet, 'json')} HTTP/1.1\r\nhost: x\r\n\r\n`);
      return client;
    });
    let arrived = 0;
    const all = Promise.withResolvers<void>();
    server.on('request', () => {
      arrived += 1;
      if (arrived === wallets.length) all.resolve();
    });
    await all.promise;
    for (const client of clients) client.destroy();
    await expect.poll(() => sockets.size).toBe(0);
    expect((await http.app.inject(url(`0x${'e'.repeat(40)}`, 'json'))).statusCode).toBe(200);
    expect(written.mock.calls.filter(([table]) => table === ('stakes' as never)).length).toBeLessThan(20);
    written.mockRestore();
  });

  test('so has a transaction, whose payments are not all read again for every call (S25)', async () => {
    const [payer, many] = [`0x${'d'.repeat(40)}`, hash()];
    const total = async () => (await http.app.inject(`/api/track/${many}`)).json().unlisted + 20;
    await payDust(payer, 300, () => many);
    expect(await total()).toBe(300);
    await http.context.db.deleteFrom('payments').where('payer', '=', payer).where('transfer_index', '=', 7n).execute();
    later(5_000);
    expect(await total()).toBe(300);
    later(5_000);
    expect(await total()).toBe(299);
  });

  test('is not read again for every call, nor is one that strangers fill, and other wallets always are (S25)', async () => {
    const [dusty, named, calm] = ['a', 'b', 'c'].map((digit) => `0x${digit.repeat(40)}`) as [string, string, string];
    await payDust(dusty, 300);
    await postHashes(named, 1_100);
    const paths = ['dashboard/holdings/', 'track/wallet/'];
    const totals = async (wallet: string) =>
      Promise.all(
        paths.map(async (path) => {
          const { purchasesTotal, total } = (await http.app.inject(`/api/${path}${wallet}`)).json();
          return Number(purchasesTotal ?? total);
        }),
      );
    const exported = async (wallet: string) => (await http.app.inject(url(wallet, 'json'))).json().purchases.length;
    for (const [wallet, before] of [
      [dusty, 300],
      [named, 0],
    ] as const) {
      expect([await totals(wallet), await exported(wallet)]).toEqual([[before, before], before]);
      await payDust(wallet, 1);
      expect([await totals(wallet), await exported(wallet)]).toEqual([[before, before], before]);
      later(5_000);
      expect(await totals(wallet)).toEqual([before + 1, before + 1]);
      later(25_000);
      expect(await exported(wallet)).toBe(before + 1);
    }
    expect(await totals(calm)).toEqual([0, 0]);
    await payDust(calm, 1);
    expect([await totals(calm), await exported(calm)]).toEqual([[1, 1], 1]);
  });
});
