import { once } from 'node:events';
import { readdirSync, statSync, symlinkSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:http';
import { Agent, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Nginx, startNginx } from '#tests/support/nginx.ts';
import { random } from '#tests/support/random.ts';
import type { Figure } from './report.ts';

/** A million visitors in the first hour, rounded up. */
const A_SECOND = 300;
const SECONDS = 60;
const P99_BUDGET_MS = 100;
/** Browsers have a connection already, by which the page came; here they share some. */
const CONNECTIONS = 64;

/**
 * Visitors of claim day at nginx as deploy/nginx/ configures it: each loads the shard of a wallet. They come at their
 * times, however slow the answers are. Behind nginx is a server that counts what it is asked.
 */
export async function claimDayFigures(folder: string, shards: string): Promise<readonly Figure[]> {
  const lists = join(folder, 'lists');
  await mkdir(join(lists, 'allocation/1'), { recursive: true });
  symlinkSync(shards, join(lists, 'allocation/1/s'));
  let asked = 0;
  const api = createServer((_, response) => {
    asked += 1;
    response.writeHead(503).end();
  }).listen(0, '127.0.0.1');
  await once(api, 'listening');
  const { port } = api.address() as AddressInfo;
  const nginx = await startNginx({ site: folder, lists, instances: [port] });
  if ('unavailable' in nginx) throw new Error(nginx.unavailable);
  try {
    const visits = await load(nginx, shards);
    const errors = visits.filter(({ isSound }) => !isSound).length;
    const times = visits.map(({ ms }) => ms).sort((one, other) => one - other);
    const p99 = times[Math.floor(times.length * 0.99)] ?? Number.NaN;
    const mebibytes = visits.reduce((sum, { bytes }) => sum + bytes, 0) / 2 ** 20 / SECONDS;
    const none = (name: string, count: number): Figure => ({
      ...{ name, value: String(count), budget: '0', within: count === 0 },
    });
    return [
      {
        name: `shards, by TLS, for ${SECONDS} s`,
        value: `${(visits.length / SECONDS).toFixed(0)}/s, ${mebibytes.toFixed(1)} MiB/s`,
        budget: `${A_SECOND}/s`,
        within: visits.length >= A_SECOND * SECONDS,
      },
      {
        name: 'from the request to the last byte, p99',
        value: `${p99.toFixed(1)} ms`,
        budget: `≤ ${P99_BUDGET_MS} ms`,
        within: p99 <= P99_BUDGET_MS,
      },
      none('errors', errors),
      none('requests of the server behind it', asked),
    ];
  } finally {
    await nginx.stop();
    api.close();
  }
}

interface Visit {
  readonly ms: number;
  readonly bytes: number;
  /** Whether the whole file came. */
  readonly isSound: boolean;
}

async function load(nginx: Nginx, shards: string): Promise<readonly Visit[]> {
  const sizes = readdirSync(shards).map((name) => [name, statSync(join(shards, name)).size] as const);
  const rolls = random(1);
  const visits: Promise<Visit>[] = [];
  const agent = new Agent({ ca: nginx.ca, keepAlive: true, maxSockets: CONNECTIONS });
  const started = performance.now();
  while (visits.length < A_SECOND * SECONDS) {
    const due = Math.floor(((performance.now() - started) * A_SECOND) / 1_000);
    while (visits.length < Math.min(due, A_SECOND * SECONDS))
      visits.push(visit(nginx.url, agent, ...rolls.pick(sizes)));
    await setTimeout(1);
  }
  return Promise.all(visits).finally(() => agent.destroy());
}

function visit(url: string, agent: Agent, name: string, size: number): Promise<Visit> {
  const started = performance.now();
  return new Promise((resolve) => {
    let bytes = 0;
    const end = (isSound: boolean) => resolve({ ms: performance.now() - started, bytes, isSound });
    const asking = request(`${url}/allocation/1/s/${name}`, { agent }, (response) => {
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.once('end', () => end(response.statusCode === 200 && bytes === size));
    });
    asking.once('error', () => end(false));
    asking.end();
  });
}
