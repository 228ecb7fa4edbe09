import { setTimeout } from 'node:timers/promises';
import { type AskOrigin, askOrigin } from '#tests/support/ask-origin.ts';

const VISITORS = 10;
const WRITERS = 4;
const SETTLE_MS = 500;
const PAGES = ['/', '/staking', '/de/faq', '/ar', '/sw.js', '/api/ready', '/api/config'];
const READS = [...PAGES, '/api/dashboard/leaderboard?by=staked', '/api/staking/balance/', '/api/presale/stats'];

/** The requests of a restart: their numbers, and those that were not answered as usual. */
export interface RestartReport {
  readonly requests: number;
  readonly faults: readonly string[];
}

/** One request of a visitor, by the numbers of visitor and turn; answers with the fault. */
type Visit = (ask: AskOrigin, visitor: number, turn: number) => Promise<string | null>;

/**
 * Performs restarts one after the other while visitors ask a proxy without a pause. Every request has to be answered as
 * if nothing happened.
 */
export async function restartUnderLoad(
  { origin, ca, visit }: { readonly origin: string; readonly ca: string; readonly visit: Visit },
  restarts: readonly (() => Promise<number | null>)[],
): Promise<RestartReport> {
  const report = { requests: 0, faults: [] as string[] };
  let isOver = false;
  const visitor = async (ask: AskOrigin, number: number) => {
    for (let turn = number; !isOver; turn += 1) {
      const fault = await visit(ask, number, turn);
      report.requests += 1;
      if (fault !== null) report.faults.push(fault);
    }
  };
  const visitors = Array.from({ length: VISITORS }, (_, number) => visitor(askOrigin(origin, ca), number));
  for (const restart of restarts) {
    await setTimeout(SETTLE_MS);
    const code = await restart();
    if (code !== 0) report.faults.push(`an instance ended with ${code}`);
  }
  await setTimeout(SETTLE_MS);
  isOver = true;
  await Promise.all(visitors);
  return report;
}

/** Some visitors write, the others read; for a server without limits. */
export const readAndWrite: Visit = (ask, visitor, turn) => (visitor < WRITERS ? write(ask, turn) : read(ask, turn));

/** All visitors read pages, and answers for which no caller is counted or which nginx keeps. */
export const readPages: Visit = (ask, _visitor, turn) => {
  const path = PAGES[turn % PAGES.length] ?? '/';
  return faultOf(`GET ${path}`, 200, ask(path));
};

/** The first faults of a report, and the number of the others. */
export function tellFaults({ faults }: RestartReport): readonly string[] {
  const told = faults.slice(0, 10);
  return faults.length > told.length ? [...told, `and ${faults.length - told.length} more requests that failed`] : told;
}

async function read(ask: AskOrigin, turn: number): Promise<string | null> {
  const path = READS[turn % READS.length] ?? '/';
  const whole = path.endsWith('balance/') ? `${path}${walletOf(turn)}` : path;
  return faultOf(`GET ${path}`, 200, ask(whole));
}

/** A purchase of a transaction that no chain knows: stored, and answered as pending. */
async function write(ask: AskOrigin, turn: number): Promise<string | null> {
  const transactionHash = `0x${crypto.getRandomValues(Buffer.alloc(32)).toString('hex')}`;
  const body = JSON.stringify({ walletAddress: walletOf(turn), transactionHash });
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length) };
  return faultOf('POST /api/presale/purchase', 200, ask('/api/presale/purchase', { method: 'POST', headers, body }));
}

async function faultOf(name: string, expected: number, answer: ReturnType<AskOrigin>): Promise<string | null> {
  try {
    const { status, body } = await answer;
    return status === expected ? null : `${name}: ${status} ${body.toString('utf8').slice(0, 120)}`;
  } catch (error) {
    return `${name}: ${error instanceof Error ? error.message : error}`;
  }
}

const walletOf = (turn: number) => `0x${(turn + 1).toString(16).padStart(40, '0')}`;
