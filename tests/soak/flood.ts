import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CHAIN_IDS, type ChainId } from '#src/config/chains.ts';
import { DEVELOPMENT_PRESALE_ADDRESS } from '#src/config/development-accounts.ts';
import { call, type LocalClient } from '#src/dev/chains/local-client.ts';
import { type MortalServer, startMortalServer } from '#tests/support/kill-server.ts';
import { fund, mintData, newWallet, submit, tokenAddress, transferData } from '#tests/support/pay.ts';
import { payMany } from '#tests/support/pay-many.ts';
import { startPostgres } from '#tests/support/postgres.ts';
import { startTestChains, type TestChains } from '#tests/support/test-chains.ts';

/** The chain of the flood: its gas is the cheapest. */
const FLOODED: ChainId = 137;
/** Transfers that fit into one transaction of 28 million gas. */
const IN_ONE = 2_000;
/** A thousandth of a cent, in base units of six decimals. */
const DUST = 10n;
/** 130 dollars: 10,000 SYNX at 0.013. */
const HONEST_USD = 130n;
/** In coins of each chain, more than the same; in wei. */
const COINS: Readonly<Record<ChainId, bigint>> = { 1: 10n ** 18n, 56: 10n ** 18n, 137: 200n * 10n ** 18n };
const BLOCK_SECONDS = 2;
const ROUNDS = 3;
/** A payment that takes longer is counted as lost. */
const PATIENCE_MS = 300_000;
const FLOOD_MS = 1_200_000;

/** What a poll of the public calls has seen. */
interface Watched {
  readonly bad: Map<string, number>;
  polls: number;
  slowestMs: number;
  stop(): Promise<void>;
}

/**
 * Measures how long honest payments of every chain take until they are credited, in calm and while `transfers` of dust
 * wait on one chain, with live prices and readiness polled all the time. Arguments: transfers, engine.
 */
export async function soakFlood([transfers = '100000', only]: readonly string[]): Promise<boolean> {
  const outcomes: boolean[] = [];
  if (only !== 'postgres') {
    const folder = await mkdtemp(join(tmpdir(), 'synx-flood-'));
    outcomes.push(await flood('SQLite', join(folder, 'synx.sqlite'), Number(transfers)));
    await rm(folder, { recursive: true, force: true });
  }
  if (only !== 'sqlite') {
    const postgres = await startPostgres();
    if ('unavailable' in postgres) console.log(`PostgreSQL is not tested: ${postgres.unavailable}`);
    else {
      outcomes.push(await flood('PostgreSQL', postgres.url, Number(transfers)));
      await postgres.stop();
    }
  }
  return outcomes.every((outcome) => outcome);
}

async function flood(engine: string, location: string, transfers: number): Promise<boolean> {
  const chains = await startTestChains();
  // Rounds of these feeds do not change; whether they are read is measured by the live prices.
  const heartbeats = { FEED_HEARTBEAT_1: '86400', FEED_HEARTBEAT_56: '86400', FEED_HEARTBEAT_137: '86400' };
  const server = await startMortalServer(chains, location, heartbeats);
  try {
    await mineEvery(chains, BLOCK_SECONDS);
    await until(async () => (await state(server)) === 'ready, prices live', 60_000);
    const calm = await rounds(server, chains, ROUNDS);
    console.log(`${engine}: calm, an honest payment is credited after ${spread(calm)}`);
    const sentAt = performance.now();
    const hashes = await sendDust(chains, transfers);
    const watched = watch(server);
    console.log(`${engine}: ${transfers} transfers of dust mined in ${seconds(performance.now() - sentAt)}`);
    const minedAt = performance.now();
    const flooded: number[] = [];
    const decided = settled(server, hashes);
    let open = true;
    void decided.then(() => {
      open = false;
    });
    while (open) flooded.push(...(await rounds(server, chains, 1)));
    const undecided = await decided;
    const took = performance.now() - minedAt;
    await watched.stop();
    console.log(
      `${engine}: flooded, an honest payment is credited after ${spread(flooded)} (${flooded.length} payments)`,
    );
    console.log(`${engine}: the dust was ${undecided === 0 ? '' : 'NOT '}decided after ${seconds(took)}`);
    console.log(
      `${engine}: ${watched.polls} polls, the slowest ${Math.round(watched.slowestMs)} ms, ` +
        `${watched.bad.size === 0 ? 'always ready with live prices' : JSON.stringify([...watched.bad])}`,
    );
    return Math.max(...flooded) <= 2 * Math.max(...calm) && watched.bad.size === 0 && undecided === 0;
  } finally {
    await server.kill();
    await chains.stop();
  }
}

/** Blocks come by time and not with transactions; 0 gives each transaction its own block at once. */
async function mineEvery(chains: TestChains, secondsApart: number): Promise<void> {
  for (const { client } of chains.all) {
    await call(client, 'evm_setAutomine', [secondsApart === 0]);
    await call(client, 'evm_setIntervalMining', [secondsApart]);
  }
}

/** Sends all of it into as few transactions as its chain's blocks hold; their hashes. */
async function sendDust(chains: TestChains, transfers: number): Promise<readonly string[]> {
  const client = chains.client(FLOODED);
  const hashes: string[] = [];
  await call(client, 'evm_setIntervalMining', [0]);
  await call(client, 'evm_setAutomine', [true]);
  for (let left = transfers; left > 0; left -= IN_ONE)
    hashes.push(await payMany(client, newWallet(), tokenAddress(FLOODED, 'USDC'), DUST, Math.min(left, IN_ONE)));
  await call(client, 'evm_setAutomine', [false]);
  await call(client, 'evm_setIntervalMining', [BLOCK_SECONDS]);
  return hashes;
}

/** Milliseconds from sending to the credit: per round one payment in a stablecoin and one in coins on every chain. */
async function rounds(server: MortalServer, chains: TestChains, count: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let round = 0; round < count; round += 1) {
    const paid = CHAIN_IDS.flatMap((chainId) => [
      payHonestly(server, chains.client(chainId), chainId, 'stable'),
      payHonestly(server, chains.client(chainId), chainId, 'coin'),
    ]);
    times.push(...(await Promise.all(paid)));
  }
  return times;
}

/** Nobody posts it: the watcher alone has to find it. */
async function payHonestly(
  server: MortalServer,
  client: LocalClient,
  chainId: ChainId,
  what: 'stable' | 'coin',
): Promise<number> {
  const wallet = newWallet();
  const token = tokenAddress(chainId, 'USDC');
  const amount = HONEST_USD * (chainId === 56 ? 10n ** 18n : 10n ** 6n);
  await fund(client, wallet);
  const sentAt = performance.now();
  if (what === 'coin') await submit(client, { from: wallet, to: DEVELOPMENT_PRESALE_ADDRESS, value: COINS[chainId] });
  else {
    // Both wait for the same block.
    await submit(client, { from: wallet, to: token, data: mintData(wallet, amount), nonce: 0 });
    await submit(client, { from: wallet, to: token, data: transferData(amount), nonce: 1 });
  }
  const credited = async () => JSON.parse(await get(server, `/api/staking/balance/${wallet}`)).availableToStake !== '0';
  await until(credited, PATIENCE_MS);
  return performance.now() - sentAt;
}

/** How many of the transactions are still undecided when time is up; 0 once all of them are decided. */
async function settled(server: MortalServer, hashes: readonly string[]): Promise<number> {
  let open = [...hashes];
  const end = performance.now() + FLOOD_MS;
  while (open.length > 0 && performance.now() < end) {
    await pause(1_000);
    const [next] = open;
    const { reason } = JSON.parse(await get(server, `/api/track/${next}`));
    if (reason === 'below-one-token') open = open.slice(1);
  }
  return open.length;
}

/** Whether everything is in order: ready, and the prices of all coins live. */
async function state(server: MortalServer): Promise<string> {
  const { status } = JSON.parse(await get(server, '/api/ready'));
  const { live } = JSON.parse(await get(server, '/api/crypto/prices'));
  const isLive = live !== undefined && Object.values(live).every(Boolean);
  return `${status}, prices ${isLive ? 'live' : 'stale'}`;
}

function watch(server: MortalServer): Watched {
  let stopped = false;
  const watched = { bad: new Map<string, number>(), polls: 0, slowestMs: 0, stop: async () => {} };
  const run = async () => {
    while (!stopped) {
      const askedAt = performance.now();
      const now = await state(server);
      watched.polls += 1;
      watched.slowestMs = Math.max(watched.slowestMs, performance.now() - askedAt);
      if (now !== 'ready, prices live') watched.bad.set(now, (watched.bad.get(now) ?? 0) + 1);
      await pause(250);
    }
  };
  const running = run();
  watched.stop = async () => {
    stopped = true;
    await running;
  };
  return watched;
}

async function get(server: MortalServer, path: string): Promise<string> {
  return (await fetch(`${server.url}${path}`)).text();
}

/** Waits for a condition; ends without it when time is up. */
async function until(isTrue: () => Promise<boolean>, timeoutMs: number): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!(await isTrue()) && performance.now() < end) await pause(100);
}

function spread(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  return `${seconds(sorted[Math.floor(sorted.length / 2)] ?? 0)} (median), ${seconds(sorted.at(-1) ?? 0)} (slowest)`;
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
