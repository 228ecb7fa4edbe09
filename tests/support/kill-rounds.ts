import type { PurchaseResponse } from '#src/contract/presale.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { creditedAll, inspect, miscredited, type Payment, payAtOnce, post } from './credited-once.ts';
import { endLeases, type MortalServer, startMortalServer } from './kill-server.ts';
import { random } from './random.ts';
import type { TestChains } from './test-chains.ts';

const AT_ONCE = 40;

export interface KillReport {
  readonly kills: number;
  readonly payments: number;
  /** Recordings that were answered before the process died. */
  readonly acknowledged: number;
  /** Faults in words; empty when nothing was lost or doubled. */
  readonly faults: readonly string[];
  readonly slowestCpuMs: number;
  readonly slowestWallMs: number;
}

/**
 * Repeatedly kills the real server while at least twenty recordings are in progress, checks the database it left, and
 * starts it again; in the end every answer given is on record, and every payment is credited exactly once.
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
    // A failed run leaves no server behind.
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
      const fresh = await payAtOnce(chains, AT_ONCE);
      payments.push(...fresh);
      await killWhileRecording(server, fresh, chance.below(AT_ONCE - 20), acknowledged);
      faults.push(...(await inspect(location, (db) => findLost(db, acknowledged))));
      await endLeases(location);
      server = await start();
    }
    await creditedAll(server.url, payments);
    if ((await server.stop()) !== 0) faults.push('the last server did not exit');
    faults.push(...(await inspect(location, (db) => miscredited(db, payments))));
  }
}

/** Posts them all at once and kills the server at the `after`-th answer, or as soon as all have been sent. */
async function killWhileRecording(
  server: MortalServer,
  payments: readonly Payment[],
  after: number,
  acknowledged: Map<string, PurchaseResponse>,
): Promise<void> {
  let answers = 0;
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const posts = payments.map(async (payment) => {
    const response = await post(server.url, payment);
    const answer = (await response.json()) as PurchaseResponse;
    if (!response.ok) throw new Error(`${response.status}`);
    acknowledged.set(payment.hash, answer);
    answers += 1;
    if (answers >= after) reach();
  });
  const settled = Promise.allSettled(posts);
  // At zero the process dies with all of them in progress; otherwise at an answer, or when no further one comes.
  if (after > 0) await Promise.race([reached, settled]);
  await server.kill();
  await settled;
}

/** The acknowledged recordings that a database lacks, in words. */
export async function findLost(db: Db, acknowledged: ReadonlyMap<string, PurchaseResponse>): Promise<string[]> {
  const submissions = await db.selectFrom('submissions').select('transaction_hash').execute();
  const payments = await db.selectFrom('payments').select(['transaction_hash', 'status']).execute();
  const stored = new Set(submissions.map(({ transaction_hash }) => transaction_hash));
  const statuses = new Map(payments.map(({ transaction_hash, status }) => [transaction_hash, status]));
  return [...acknowledged].flatMap(([hash, { status }]) => [
    ...(stored.has(hash) ? [] : [`${hash} was acknowledged and is not on record`]),
    ...(status === 'credited' && statuses.get(hash) !== 'credited'
      ? [`${hash} was reported as credited and is not`]
      : []),
  ]);
}
