import { setTimeout } from 'node:timers/promises';
import type { PurchaseResponse } from '#src/contract/presale.ts';
import { DEVELOPMENT_PRESALE_ADDRESS as TREASURY } from '#src/dev/accounts.ts';
import { verifyRecords } from '#src/lib/verify-records.ts';
import { openDatabase } from '#src/server/database/open-database.ts';
import type { Db } from '#src/server/database/tables.ts';
import { checkLedger } from '#src/server/ledger/check-ledger.ts';
import { storedRecords } from '#src/server/records/stored-records.ts';
import { type MortalServer, startMortalServer } from './kill-server.ts';
import { newWallet, submit } from './pay.ts';
import { random } from './random.ts';
import type { TestChains } from './test-chains.ts';

const AT_ONCE = 40;
/** A tenth of an ether: 451.348 USD, 34,719 SYNX. */
const PAID = 10n ** 17n;
const SYNX = 34_719n;

export interface KillReport {
  readonly kills: number;
  readonly payments: number;
  /** Recordings that were answered before the process died. */
  readonly acknowledged: number;
  /** What went wrong, in words; empty when nothing was lost or doubled. */
  readonly faults: readonly string[];
  readonly slowestCpuMs: number;
  readonly slowestWallMs: number;
}

interface Payment {
  readonly wallet: string;
  readonly hash: string;
}

/**
 * Kills the real server again and again while at least twenty recordings are in flight, looks at the database it left,
 * starts it again, and in the end counts: every answer given is on record, every payment credited exactly once.
 */
export async function killRounds(
  kills: number,
  seed: number,
  chains: TestChains,
  location: string,
): Promise<KillReport> {
  const chance = random(seed);
  const faults: string[] = [];
  const payments: Payment[] = [];
  const acknowledged = new Map<string, PurchaseResponse>();
  const starts: MortalServer[] = [];
  const start = async () => {
    const server = await startMortalServer(chains, location);
    starts.push(server);
    return server;
  };
  try {
    await play();
  } finally {
    // A run that failed leaves no server behind.
    await starts.at(-1)?.kill();
  }
  return {
    kills,
    payments: payments.length,
    acknowledged: acknowledged.size,
    faults,
    slowestCpuMs: Math.max(...starts.map(({ cpuMs }) => cpuMs)),
    slowestWallMs: Math.max(...starts.map(({ wallMs }) => wallMs)),
  };

  async function play(): Promise<void> {
    let server = await start();
    for (let round = 0; round < kills; round += 1) {
      const fresh = await payAtOnce(chains);
      payments.push(...fresh);
      await killWhileRecording(server, fresh, chance.below(AT_ONCE - 20), acknowledged);
      faults.push(...(await inspect(location, (db) => findLost(db, acknowledged))));
      server = await start();
    }
    await creditedAll(server.url, payments);
    if ((await server.stop()) !== 0) faults.push('the last server did not end by itself');
    faults.push(...(await inspect(location, (db) => count(db, payments))));
  }
}

/** Payments of as many wallets in one block, confirmed, so that recording one credits it. */
async function payAtOnce(chains: TestChains): Promise<Payment[]> {
  const client = chains.client(1);
  const wallets = Array.from({ length: AT_ONCE }, newWallet);
  await Promise.all(
    wallets.map((wallet) => client.setBalance({ address: wallet as `0x${string}`, value: 10n ** 18n })),
  );
  await client.setAutomine(false);
  const payments = await Promise.all(
    wallets.map(async (wallet) => ({
      wallet,
      hash: await submit(client, { from: wallet, to: TREASURY, value: PAID, gas: 21_000n }),
    })),
  );
  await chains.mine(1, 6);
  await client.setAutomine(true);
  return payments;
}

/** Posts them all at once and kills the server at the `after`-th answer, or as soon as all are on their way. */
async function killWhileRecording(
  server: MortalServer,
  payments: readonly Payment[],
  after: number,
  acknowledged: Map<string, PurchaseResponse>,
): Promise<void> {
  let answers = 0;
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const posts = payments.map(async ({ wallet, hash }) => {
    const response = await fetch(`${server.url}/api/presale/purchase`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ walletAddress: wallet, transactionHash: hash, chainId: 1 }),
    });
    const answer = (await response.json()) as PurchaseResponse;
    if (!response.ok) throw new Error(`${response.status}`);
    acknowledged.set(hash, answer);
    answers += 1;
    if (answers >= after) reach();
  });
  const settled = Promise.allSettled(posts);
  // At zero the process dies with all of them in flight; else at an answer, or when none comes any more.
  if (after > 0) await Promise.race([reached, settled]);
  await server.kill();
  await settled;
}

async function inspect(location: string, look: (db: Db) => Promise<string[]>): Promise<string[]> {
  const database = await openDatabase(location);
  try {
    const broken = await checkLedger(database.db);
    const { problems } = await verifyRecords(storedRecords(database.db), 'purchases');
    return [...broken, ...problems, ...(await look(database.db))];
  } finally {
    await database.close();
  }
}

async function findLost(db: Db, acknowledged: ReadonlyMap<string, PurchaseResponse>): Promise<string[]> {
  const submissions = await db.selectFrom('submissions').select('transaction_hash').execute();
  const payments = await db.selectFrom('payments').select(['transaction_hash', 'status']).execute();
  const stored = new Set(submissions.map(({ transaction_hash }) => transaction_hash));
  const statuses = new Map(payments.map(({ transaction_hash, status }) => [transaction_hash, status]));
  return [...acknowledged].flatMap(([hash, { status }]) => [
    ...(stored.has(hash) ? [] : [`${hash} was answered and is not on record`]),
    ...(status === 'credited' && statuses.get(hash) !== 'credited' ? [`${hash} was answered credited and is not`] : []),
  ]);
}

/** Waits until the watcher has credited everything, recorded or not; two minutes at most. */
async function creditedAll(url: string, payments: readonly Payment[]): Promise<void> {
  const until = Date.now() + 120_000;
  for (const { wallet } of payments) {
    while (Date.now() < until) {
      const answer = await fetch(`${url}/api/staking/balance/${wallet}`);
      const { availableToStake } = (await answer.json()) as { availableToStake?: string };
      if (availableToStake === String(SYNX)) break;
      // The server shares its processor with whoever asks.
      await setTimeout(50);
    }
  }
}

async function count(db: Db, payments: readonly Payment[]): Promise<string[]> {
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
