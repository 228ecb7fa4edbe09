import { setTimeout } from 'node:timers/promises';
import type { PurchaseResponse } from '#src/contract/presale.ts';
import { createMissedSweep } from '#src/server/community/airdrop/establish-missed.ts';
import { checkTotals } from '#src/server/money/ledger/check-ledger.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { recordMissed } from '#src/server/platform/records/record-missed.ts';
import { creditedAll, inspect, miscredited, type Payment, payAtOnce, post } from '#tests/support/credited-once.ts';
import { findLost } from '#tests/support/kill-rounds.ts';
import { endLeases, type MortalServer, startMortalServer } from '#tests/support/kill-server.ts';
import type { TestChains } from '#tests/support/test-chains.ts';
import type { Release } from './release.ts';

const BATCH = 12;
const TRIES = 200;
const POLL_MS = 50;
/** Public reads that an answer of every version is expected for. */
const READS = [
  ...['presale/stats', 'presale/activity', 'config', 'news', 'records/purchases?after=0', 'airdrop/leaderboard'],
  ...['dashboard/leaderboard', 'verify/keys', 'ready'],
];

export interface UpgradeReport {
  readonly payments: number;
  readonly steps: readonly string[];
  readonly faults: readonly string[];
}

/**
 * Buys on one database through a release and the present version: side by side, with each of them restarted, killed and
 * rolled back to, if `sideBySide`, otherwise in turn, as the embedded database permits.
 */
export async function playUpgrade(
  release: Release,
  chains: TestChains,
  location: string,
  sideBySide: boolean,
): Promise<UpgradeReport> {
  const play = new Upgrade(chains, location, release);
  try {
    await (sideBySide ? rolling(play) : inTurn(play));
    return await play.report();
  } finally {
    await play.killAll();
  }
}

async function rolling(play: Upgrade): Promise<void> {
  const before = await play.start('old');
  await play.buy('the release alone', [before]);
  const present = await play.start('new');
  await play.buy('both, after the migrations', [before, present]);
  await play.stop(before);
  const again = await play.start('old');
  await play.buy('both, the release restarted', [again, present]);
  await play.kill(present);
  await play.buy('the release, the present version killed', [again]);
  const restarted = await play.start('new');
  await play.buy('both again', [restarted, again]);
  await play.stop(again);
  await play.buy('the present version alone', [restarted]);
  await play.stop(restarted);
  const back = await play.start('old');
  await play.buy('rolled back', [back]);
  await play.stop(back);
  await play.buy('the present version for good', [await play.start('new')]);
}

async function inTurn(play: Upgrade): Promise<void> {
  for (const version of ['old', 'new', 'old', 'new'] as const) {
    const server = await play.start(version);
    await play.buy(version === 'old' ? 'the release' : 'the present version', [server]);
    await play.stop(server);
  }
}

class Upgrade {
  readonly #payments: Payment[] = [];
  readonly #acknowledged = new Map<string, PurchaseResponse>();
  readonly #running = new Set<MortalServer>();
  readonly #steps: string[] = [];
  readonly #faults: string[] = [];
  readonly #chains: TestChains;
  readonly #location: string;
  readonly #release: Release;

  constructor(chains: TestChains, location: string, release: Release) {
    this.#chains = chains;
    this.#location = location;
    this.#release = release;
  }

  async start(version: 'old' | 'new'): Promise<MortalServer> {
    const entry = version === 'old' ? this.#release.entry : undefined;
    const server = await startMortalServer(this.#chains, this.#location, {}, entry);
    this.#running.add(server);
    return server;
  }

  /** Payments that are posted to these servers in turn, until each is credited; then their pages are read. */
  async buy(step: string, servers: readonly MortalServer[]): Promise<void> {
    const payments = await payAtOnce(this.#chains, BATCH);
    this.#payments.push(...payments);
    await Promise.all(payments.map((payment, index) => this.#follow(payment, servers, index)));
    for (const { url } of servers)
      for (const path of READS) {
        const { status } = await fetch(`${url}/api/${path}`);
        if (status !== 200) this.#faults.push(`${step}: /api/${path} answers ${status}`);
      }
    this.#steps.push(step);
  }

  async #follow(payment: Payment, servers: readonly MortalServer[], first: number): Promise<void> {
    for (let tries = first; tries < first + TRIES; tries += 1) {
      const answer = await post(servers[tries % servers.length]?.url ?? '', payment);
      if (answer.status >= 500) this.#faults.push(`${payment.hash}: ${answer.status} ${await answer.text()}`);
      else if (answer.ok) {
        const said = (await answer.json()) as PurchaseResponse;
        this.#acknowledged.set(payment.hash, said);
        if (said.status === 'credited') return;
      }
      await setTimeout(POLL_MS);
    }
    this.#faults.push(`${payment.hash} was not credited`);
  }

  async stop(server: MortalServer): Promise<void> {
    this.#running.delete(server);
    if ((await server.stop()) !== 0) this.#faults.push('a server did not exit cleanly');
  }

  async kill(server: MortalServer): Promise<void> {
    this.#running.delete(server);
    await server.kill();
    await endLeases(this.#location);
  }

  /** Ends everything and examines the database. */
  async report(): Promise<UpgradeReport> {
    for (const { url } of this.#running) await creditedAll(url, this.#payments);
    for (const server of [...this.#running]) await this.stop(server);
    const found = await inspect(this.#location, async (db) => [
      ...(await findLost(db, this.#acknowledged)),
      ...(await miscredited(db, this.#payments)),
      ...(await openAlarms(db)),
      ...(await unestablished(db)),
      ...(await unrecorded(db)),
    ]);
    return { payments: this.#payments.length, steps: this.#steps, faults: [...this.#faults, ...found] };
  }

  async killAll(): Promise<void> {
    await Promise.all([...this.#running].map((server) => server.kill()));
  }
}

/** Open alarms, in words: an upgrade must not raise one. */
async function openAlarms(db: Db): Promise<string[]> {
  const open = await db
    .selectFrom('alarms')
    .select(['kind', 'subject', 'detail'])
    .where('resolved_at', 'is', null)
    .execute();
  return open.map(({ kind, subject, detail }) => `alarm ${kind} (${subject}): ${detail}`);
}

/** Stakes, rates and points that remain without a public record, in words. */
async function unrecorded(db: Db): Promise<readonly string[]> {
  await recordMissed(db);
  return checkTotals(db);
}

/** Buyers whose points would not count, in words. */
async function unestablished(db: Db): Promise<string[]> {
  await createMissedSweep(db)(Date.now());
  const rows = await db
    .selectFrom('payments')
    .leftJoin('participants', 'participants.wallet', 'payments.payer')
    .select(['payer', 'established'])
    .where('status', '=', 'credited')
    .execute();
  return rows.flatMap(({ payer, established }) => (established === 1n ? [] : [`${payer} bought and is provisional`]));
}
