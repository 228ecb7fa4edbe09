import { setTimeout } from 'node:timers/promises';
import { DEVELOPMENT_PRESALE_ADDRESS as TREASURY } from '#src/config/development-accounts.ts';
import { verifyRecords } from '#src/lib/hash/verify-records.ts';
import { checkLedger } from '#src/server/money/ledger/check-ledger.ts';
import { openDatabase } from '#src/server/platform/database/migrations/open-database.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { storedRecords } from '#src/server/platform/records/stored-records.ts';
import { newWallet, submitTogether } from './pay.ts';
import type { TestChains } from './test-chains.ts';

/** A tenth of an ether: 451.348 USD, 34,719 SYNX. */
const PAID = 10n ** 17n;
const SYNX = 34_719n;

export interface Payment {
  readonly wallet: string;
  readonly hash: string;
}

/** Payments of `many` wallets in one block, confirmed, so that recording one credits it. */
export async function payAtOnce(chains: TestChains, many: number): Promise<Payment[]> {
  const client = chains.client(1);
  const wallets = Array.from({ length: many }, newWallet);
  await Promise.all(
    wallets.map((wallet) => client.setBalance({ address: wallet as `0x${string}`, value: 10n ** 18n })),
  );
  const payment = { to: TREASURY, value: PAID, gas: 21_000n };
  const hashes = await submitTogether(
    client,
    wallets.map((wallet) => ({ ...payment, from: wallet })),
    6,
  );
  return wallets.map((wallet, position) => ({ wallet, hash: hashes[position] ?? '' }));
}

/** Records a payment on a running server; returns any answer. */
export function post(url: string, { wallet, hash }: Payment): Promise<Response> {
  return fetch(`${url}/api/presale/purchase`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ walletAddress: wallet, transactionHash: hash, chainId: 1 }),
  });
}

/** The faults of the ledger, the public records or found by `look`, in a database that no server has open. */
export async function inspect(location: string, look: (db: Db) => Promise<string[]>): Promise<string[]> {
  const database = await openDatabase(location);
  try {
    const broken = await checkLedger(database.db);
    const { problems } = await verifyRecords(storedRecords(database.db), 'purchases');
    return [...broken, ...problems, ...(await look(database.db))];
  } finally {
    await database.close();
  }
}

/** Waits until the watcher has credited everything, recorded or not; two minutes at most. */
export async function creditedAll(url: string, payments: readonly Payment[]): Promise<void> {
  const until = Date.now() + 120_000;
  for (const { wallet } of payments) {
    while (Date.now() < until) {
      const answer = await fetch(`${url}/api/staking/balance/${wallet}`);
      const { availableToStake } = (await answer.json()) as { availableToStake?: string };
      if (availableToStake === String(SYNX)) break;
      // The server shares its processor with the clients of this test.
      await setTimeout(50);
    }
  }
}

/** Each payment without exactly one credit of its tokens, in words. */
export async function miscredited(db: Db, payments: readonly Payment[]): Promise<string[]> {
  const rows = await db
    .selectFrom('payments')
    .innerJoin('ledger_transfers', 'ledger_transfers.payment_id', 'payments.id')
    .select(['payments.transaction_hash', 'payments.tokens', 'ledger_transfers.kind'])
    .execute();
  const stored = await db.selectFrom('payments').select(['transaction_hash', 'status', 'reason']).execute();
  return payments.flatMap(({ hash }) => {
    const credits = rows.filter((row) => row.transaction_hash === hash);
    const right = credits.length === 1 && credits[0]?.kind === 'credit' && credits[0].tokens === SYNX;
    const row = stored.find(({ transaction_hash }) => transaction_hash === hash);
    return right ? [] : [`${hash} (${row?.status} ${row?.reason}) has ${credits.length} ledger events, not one credit`];
  });
}
