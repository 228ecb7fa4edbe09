import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CHAIN_IDS, type ChainId } from '#src/config/chains.ts';
import { findToken } from '#src/config/tokens.ts';
import { call } from '#src/dev/chains/local-client.ts';
import { type AskedPayment, endHeld, holdPayment } from '#src/dev/rehearsal/held-payments.ts';
import { type BlockTransaction, replaceBlocks, transactionsOf } from '#src/dev/rehearsal/replace-blocks.ts';
import { openRpcGates } from '#src/dev/rehearsal/rpc-gates.ts';
import { toUnits } from '#src/lib/money/decimal.ts';
import { freePort } from '../free-port.ts';
import { endLeases, type MortalServer, startMortalServer } from '../kill-server.ts';
import { fundedWallet, mined, tokenAddress } from '../pay.ts';
import { random } from '../random.ts';
import type { TestChains } from '../test-chains.ts';
import { type AnswerCall, Browser, type Page } from './browser.ts';
import { bundlePage } from './bundle-page.ts';
import { judge, type Outcome } from './judge.ts';
import { type Plan, planPurchases } from './plan.ts';
import type { Purchase } from './purchase.ts';

/** Concurrent purchases. */
const AT_ONCE = 4;
const BLOCK_MS = 300;
/** A page that could not pay, because nothing answered, is reopened this often. */
const TRIES = 40;
/** How long a page may take to settle a payment before it is closed. */
const PATIENCE_MS = 4_000;

export interface InterruptionOptions {
  readonly count: number;
  readonly seed: number;
  readonly chains: TestChains;
  /** A database file or a postgres:// address. */
  readonly location: string;
}

/**
 * Has visitors buy by the site's own stores and wallet code, each page in a separate thread, while pages are closed,
 * the API is killed, its connection to the chains is cut and blocks are replaced; lets everything recover, and judges
 * by the chains alone.
 */
export async function runInterruptions({ count, seed, chains, location }: InterruptionOptions): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'synx-interruptions-'));
  const bundle = await bundlePage(folder);
  const gates = await openRpcGates(chains.all);
  const api = await immortal(gates.chains, location);
  const inTurn = turns();
  const mining = startMining(chains, inTurn);
  let cuts = 0;
  const cut = async (milliseconds: number) => {
    cuts += 1;
    gates.cut(true);
    await pause(milliseconds);
    cuts -= 1;
    if (cuts === 0) gates.cut(false);
  };
  try {
    const plans = planPurchases(count, random(seed));
    const purchases: Purchase[] = [];
    for (const [index, plan] of plans.entries()) {
      const wallet = await fundedWallet(chains.client(plan.intent.chainId), tokensOf(plan));
      const sent: string[] = [];
      const answer: AnswerCall = async (method, params) => {
        const { chainId } = plan.intent;
        if (method === 'eth_requestAccounts' || method === 'eth_accounts') return [wallet];
        if (method === 'eth_chainId') return `0x${chainId.toString(16)}`;
        if (method !== 'eth_sendTransaction') return call(chains.client(chainId), method, params);
        const hash = await pay(chains, inTurn, plan, params[0] as AskedPayment);
        sent.push(hash);
        // A wallet that has sent answers nobody, if the page has ended meanwhile.
        if (plan.endsBeforeHash) await new Promise(() => undefined);
        return hash;
      };
      const browser = new Browser({ folder, name: String(index), bundle, url: api.url, answer });
      purchases.push({ wallet, plan, browser, sent });
    }
    for (const chainId of CHAIN_IDS) await inTurn(chainId, () => chains.mine(chainId, 13));
    const faults = { chains, inTurn, cut, kill: api.restart, alive: api.alive };
    const waiting = [...purchases];
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await playPurchase(next, faults);
      }),
    );
    await api.alive();
    return await judge({ purchases, chains, url: api.url, location, stop: api.stop, kills: api.kills });
  } finally {
    await mining.stop();
    await api.stop();
    await gates.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Faults {
  readonly chains: TestChains;
  readonly inTurn: InTurn;
  readonly cut: (milliseconds: number) => Promise<void>;
  readonly kill: () => Promise<void>;
  /** Resolves when no restart of the API is in progress. */
  readonly alive: () => Promise<void>;
}

async function playPurchase({ browser, plan, sent, wallet }: Purchase, faults: Faults): Promise<void> {
  let page = await openUntilSent(browser, plan, sent, faults.alive);
  if (plan.endsBeforeHash) {
    await page.close();
    page = browser.open(null);
  }
  const client = faults.chains.client(plan.intent.chainId);
  for (const { kind, afterMs, lastsMs } of plan.interruptions) {
    await pause(afterMs);
    switch (kind) {
      case 'closed-page':
        await page.close();
        await pause(lastsMs);
        page = browser.open(null);
        break;
      case 'killed-api':
        await faults.kill();
        break;
      case 'cut-rpc':
        await faults.cut(lastsMs);
        break;
      case 'reorg':
      case 'lost-in-reorg': {
        const lost = kind === 'lost-in-reorg' ? wallet : null;
        await faults.inTurn(plan.intent.chainId, () => reorg(faults.chains, plan, lost));
      }
    }
  }
  const [hash] = sent;
  const { held } = plan;
  if (held !== null && hash !== undefined)
    await faults.inTurn(plan.intent.chainId, async () => {
      await endHeld(client, hash, held);
    });
  await Promise.race([page.over, pause(PATIENCE_MS)]);
  await page.close();
}

/** Opens pages until one of them had the wallet send: nothing is sold while nothing answers. */
async function openUntilSent(
  browser: Browser,
  { intent }: Plan,
  sent: readonly string[],
  alive: () => Promise<void>,
): Promise<Page> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const page = browser.open(intent);
    const over = page.over.then(() => true);
    while (sent.length === 0 && !(await Promise.race([over, pause(20, false)])));
    if (sent.length > 0) return page;
    await page.close();
    // While the API is down a retry is useless.
    await alive();
    await pause(250);
  }
  throw new Error(
    `nothing was sent in ${TRIES} pages; the last one was at ${browser.lastStage}: ${browser.toasts.join()}`,
  );
}

async function pay(chains: TestChains, inTurn: InTurn, plan: Plan, payment: AskedPayment): Promise<string> {
  const client = chains.client(plan.intent.chainId);
  return inTurn(plan.intent.chainId, async () => {
    if (plan.held !== null) return holdPayment(client, payment);
    const hash = await call<string>(client, 'eth_sendTransaction', [payment]);
    await mined(client, hash);
    return hash;
  });
}

/** Replaces blocks; all their transactions come back, except those of a wallet that loses its payment. */
async function reorg(chains: TestChains, { intent, depth }: Plan, lost: string | null): Promise<void> {
  const client = chains.client(intent.chainId);
  const head = await client.getBlockNumber();
  const gone: BlockTransaction[] = [];
  for (let number = head - BigInt(depth) + 1n; number <= head; number += 1n)
    gone.push(...(await transactionsOf(client, number)));
  await replaceBlocks(
    client,
    depth,
    gone.filter(({ from }) => from.toLowerCase() !== lost),
  );
}

function tokensOf({ intent }: Plan): [string, bigint][] {
  const token = findToken(intent.chainId, intent.symbol);
  if (token === undefined || token.address === null) return [];
  return [[tokenAddress(intent.chainId, intent.symbol), toUnits('1000000', token.decimals)]];
}

type InTurn = <Result>(chainId: ChainId, act: () => Promise<Result>) => Promise<Result>;

/** One at a time on each chain: replacing blocks requires knowing them. */
function turns(): InTurn {
  const last = new Map<ChainId, Promise<unknown>>();
  return (chainId, act) => {
    const mine = (last.get(chainId) ?? Promise.resolve()).then(act);
    last.set(
      chainId,
      mine.catch(() => undefined),
    );
    return mine;
  };
}

function startMining(chains: TestChains, inTurn: InTurn): { stop(): Promise<void> } {
  let stopped = false;
  const mining = CHAIN_IDS.map(async (chainId) => {
    while (!stopped) {
      await inTurn(chainId, () => chains.mine(chainId, 1));
      await pause(BLOCK_MS);
    }
  });
  return {
    stop: async () => {
      stopped = true;
      await Promise.all(mining);
    },
  };
}

/** The real server at one address, restarted after every kill. */
async function immortal(chains: Parameters<typeof startMortalServer>[0]['all'], location: string) {
  const environment = { PORT: String(await freePort()), FEED_HEARTBEAT_56: '3600', FEED_HEARTBEAT_137: '3600' };
  const start = () => startMortalServer({ all: chains }, location, environment);
  let server: MortalServer | null = await start();
  const { url } = server;
  let kills = 0;
  let last: Promise<void> = Promise.resolve();
  const restart = async () => {
    await server?.kill();
    server = null;
    kills += 1;
    await endLeases(location);
    // Disconnected from the chains it does not start; its supervisor tries again.
    for (let attempt = 0; server === null && attempt < TRIES; attempt += 1) server = await start().catch(() => null);
  };
  return {
    url,
    kills: () => kills,
    restart: () => {
      last = last.then(restart);
      return last;
    },
    alive: () => last,
    stop: async () => {
      await last;
      await server?.stop();
      server = null;
    },
  };
}
