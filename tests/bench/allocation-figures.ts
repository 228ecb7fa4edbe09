import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type CDPSession, chromium } from '@playwright/test';
import { NANO_PER_SYNX } from '#src/config/sale.ts';
import { type AllocationEntry, lineOf } from '#src/lib/allocation/entry.ts';
import { bundleProgram } from '#tests/engines/bundle.ts';
import type { checkShard } from '#tests/engines/program.ts';
import { LAUNCH_FLAGS } from '#tests/support/chromium/launch-flags.ts';
import { findChromium } from '#tests/support/chromium.ts';
import { type Random, random } from '#tests/support/random.ts';
import type { Figure } from './report.ts';

const WALLETS = 1_000_000;
const BUILD_BUDGET_S = 60;
const MEMORY_BUDGET_MB = 300;
const SHARD_BUDGET_KB = 32;
const PACKED_BUDGET_KB = 10;
const CHECK_BUDGET_MS = 50;
/** How much slower than this machine a visitor's phone is. */
const SLOWER = 4;
/** Each in a page of its own, whose engine has not run the code before. */
const VISITORS = 9;
const CLI = join(import.meta.dirname, '../../src/server/allocation-cli.ts');
/** Prints what a program has used when it ends: memory in KB, processor time in microseconds. */
const TELL_USE = `data:text/javascript,process.on('exit',()=>{const{maxRSS,userCPUTime,systemCPUTime}=process.resourceUsage();
console.error('kb='+maxRSS+' us='+(userCPUTime+systemCPUTime))})`;

/** Writes a list of a million wallets, and builds its root and shards as the command does. */
export async function buildShards(folder: string) {
  const file = join(folder, 'list.txt');
  const shards = join(folder, 'shards');
  mkdirSync(folder, { recursive: true });
  await writeList(file);
  return { shards, ...(await build(file, shards)) };
}

/** Measures that, and checks the largest shard as a visitor. */
export async function allocationFigures(
  folder: string,
  { shards, seconds, output }: Awaited<ReturnType<typeof buildShards>>,
): Promise<readonly Figure[]> {
  const megabytes = Number(/kb=(\d+)/.exec(output)?.[1]) / 1024;
  const sizes = readdirSync(shards).map((name) => ({
    path: join(shards, name),
    bytes: statSync(join(shards, name)).size,
  }));
  sizes.sort((a, b) => b.bytes - a.bytes);
  const largest = readFileSync(sizes[0]?.path ?? '', 'utf8');
  // Packing is slow; one of the ten largest is the largest when packed.
  const packed = Math.max(...sizes.slice(0, 10).map(({ path }) => brotliCompressSync(readFileSync(path)).length));
  const processor = Number(/us=(\d+)/.exec(output)?.[1]) / 1e6;
  const check = await visitorMs(folder, largest, /root +(0x\w+)/.exec(output)?.[1] ?? '');
  const figure = (name: string, value: number, unit: string, budget: number): Figure => ({
    name,
    value: `${value.toFixed(1)} ${unit}`,
    budget: `≤ ${budget} ${unit}`,
    within: value <= budget,
  });
  return [
    figure('root, hash and all shards', seconds, 's', BUILD_BUDGET_S),
    figure('the same, processor time', processor, 's', BUILD_BUDGET_S),
    figure('most memory meanwhile', megabytes, 'MB', MEMORY_BUDGET_MB),
    figure(`largest of ${sizes.length} shards`, largest.length / 1024, 'KB', SHARD_BUDGET_KB),
    figure('the same, brotli', packed / 1024, 'KB', PACKED_BUDGET_KB),
    figure(`check of the largest shard, Chromium, processor ${SLOWER} times as slow`, check, 'ms', CHECK_BUDGET_MS),
  ];
}

/** Amounts as a sale leaves them: whole SYNX, of which two wallets in five have staked, and points of three in ten. */
function entryFor(rolls: Random, address: string): AllocationEntry {
  const tokens = BigInt(100 + rolls.below(20_000)) * NANO_PER_SYNX;
  const staked = rolls.below(5) < 2 ? (tokens * BigInt(1 + rolls.below(4))) / 4n : 0n;
  const rewards = (staked * BigInt(rolls.below(2 ** 31))) / 2n ** 33n;
  const airdrop = rolls.below(10) < 3 ? BigInt(1 + rolls.below(2 ** 31)) * 431n : 0n;
  return { address, bought: tokens - staked, staked, rewards, airdrop };
}

async function writeList(file: string): Promise<void> {
  const rolls = random(1);
  const word = () =>
    rolls
      .below(2 ** 32)
      .toString(16)
      .padStart(8, '0');
  const addresses = Array.from({ length: WALLETS }, () => `0x${word()}${word()}${word()}${word()}${word()}`).sort();
  const stream = createWriteStream(file);
  for (const address of addresses) {
    if (!stream.write(lineOf(entryFor(rolls, address)))) await once(stream, 'drain');
  }
  stream.end();
  await once(stream, 'close');
}

async function build(file: string, shards: string): Promise<{ seconds: number; output: string }> {
  const started = performance.now();
  const child = spawn(process.execPath, ['--import', TELL_USE, CLI, 'shards', file, shards]);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(output);
  return { seconds: (performance.now() - started) / 1_000, output };
}

/** The median of several visitors who check a shard: processor time of the page, as it is on a slower machine. */
async function visitorMs(folder: string, text: string, root: string): Promise<number> {
  const script = await bundleProgram(join(folder, 'bundle'));
  const address: string = JSON.parse(text).wallets[0][0];
  const browser = await chromium.launch({ executablePath: findChromium(), args: [...LAUNCH_FLAGS] });
  try {
    const times: number[] = [];
    for (let visitor = 0; visitor < VISITORS; visitor += 1) {
      const context = await browser.newContext();
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      await session.send('Performance.enable', { timeDomain: 'threadTicks' });
      await page.addScriptTag({ content: script });
      const call = (given: readonly [string, string, string]) =>
        (globalThis as unknown as { allocation: { checkShard: typeof checkShard } }).allocation.checkShard(...given);
      const msOf = async (work: (given: readonly [string, string, string]) => unknown) => {
        const before = await pageMs(session);
        await page.evaluate(work, [text, root, address] as const);
        return (await pageMs(session)) - before;
      };
      const nothing = ([given]: readonly [string, string, string]) => given.length;
      // The driver prepares a page when it first calls it, and then takes some of its time for each call.
      await msOf(nothing);
      const driver = await msOf(nothing);
      times.push(((await msOf(call)) - driver) * SLOWER);
      await context.close();
    }
    return times.sort((a, b) => a - b)[Math.floor(VISITORS / 2)] ?? Number.NaN;
  } finally {
    await browser.close();
  }
}

/** What the thread of a page has used of its processor, in milliseconds. */
async function pageMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? Number.NaN) * 1_000;
}
