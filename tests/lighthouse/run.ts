// npm run lighthouse [-- [--runs 3] [--url https://synx.example] [--peer] /staking /faq]: measures all pages, or those
// named, by Lighthouse on a simulated phone, and prints the medians; without --url on a site built for real chains,
// which is served here as a published one. /faq comes first: it shows what the machine itself takes for a page of text,
// and blocking times of the others are told beyond it. --peer measures a page of AppKit and wagmi beside them.
// Ends with code 1 if a page misses a budget of docs/reliability.md.
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { PAGE_PATHS } from '#src/config/page-paths.ts';
import { dropSettings } from '#tests/run/clean-env.ts';
import { LAUNCH_FLAGS } from '#tests/support/chromium/launch-flags.ts';
import { findChromium } from '#tests/support/chromium.ts';
import { startLiveStack } from '#tests/support/live-stack.ts';
import { startNginx } from '#tests/support/nginx.ts';
import { CATEGORIES, type Measured, measure } from './measure.ts';
import { servePeer } from './peer.ts';

const KILOBYTE = 1024;
/** The page of text alone. */
const FLOOR = '/faq';
/** Blocking time that a page may have beyond that of the floor, in milliseconds, and as a share of the peer's. */
const BEYOND_MS = 150;
const SHARE_OF_PEER = 1 / 3;
/** What the median of a page must reach (docs/reliability.md, "Budgets"). */
const BUDGETS: readonly (readonly [
  what: string,
  read: (run: Measured) => number,
  within: (value: number, path: string) => boolean,
])[] = [
  ['performance', ({ scores }) => scores.performance, (score) => score >= 97],
  ['accessibility', ({ scores }) => scores.accessibility, (score) => score === 100],
  ['best practices', ({ scores }) => scores['best-practices'], (score) => score === 100],
  ['SEO', ({ scores }) => scores.seo, (score) => score === 100],
  ['LCP in ms', ({ lcp }) => lcp, (ms, path) => ms <= (path === '/' ? 1_300 : 1_500)],
  ['CLS', ({ cls }) => cls, (score) => score <= 0.01],
];

const { values, positionals: wanted } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, url: { type: 'string' }, peer: { type: 'boolean' } },
  allowPositionals: true,
});
dropSettings();
// Nobody has issued the certificate of a site that is served here.
const flags = values.url === undefined ? [...LAUNCH_FLAGS, '--ignore-certificate-errors'] : LAUNCH_FLAGS;
const tools = { chromium: findChromium(), flags };
const site =
  values.url === undefined ? await serveSite() : { url: values.url.replace(/\/$/, ''), stop: async () => {} };
const missed: string[] = [];
const blocking = new Map<string, number>();
try {
  console.log(`${cpus()[0]?.model}, ${cpus().length} cores; ${tools.chromium}; median of ${values.runs}`);
  console.log(
    `| Route | Performance | Accessibility | Best practices | SEO | LCP | TBT | beyond ${FLOOR} | CLS | Requests | JS |`,
  );
  console.log('|---|---|---|---|---|---|---|---|---|---|---|');
  const listed = PAGE_PATHS.filter((path) => path !== FLOOR && (wanted.length === 0 || wanted.includes(path)));
  // The page of the claim is on no list, and can be named.
  const chosen = [...listed, ...(wanted.includes('/claim') ? ['/claim'] : [])];
  for (const path of [FLOOR, ...chosen]) report(path, await measured(`${site.url}${path}`));
  if (values.peer) await comparePeer();
} finally {
  await site.stop();
}
for (const each of missed) console.log(each);
process.exit(missed.length > 0 ? 1 : 0);

/** The site as it is published: built for real chains, behind nginx over HTTP/2 (deploy/nginx/). */
async function serveSite(): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const stack = await startLiveStack();
  if ('unavailable' in stack) throw new Error(stack.unavailable);
  const nginx = await startNginx({
    site: stack.site,
    instances: stack.instances.map(({ port }) => port),
    port: stack.port,
  });
  if ('unavailable' in nginx) throw new Error(nginx.unavailable);
  return {
    url: nginx.url,
    stop: async () => {
      await nginx.stop();
      await stack.stop();
    },
  };
}

async function measured(url: string): Promise<readonly Measured[]> {
  const runs: Measured[] = [];
  for (let run = 0; run < Number(values.runs); run += 1) runs.push(await measure(url, tools));
  return runs;
}

/** Prints the medians of a page's runs, and notes what misses its budget. */
function report(path: string, runs: readonly Measured[]): void {
  print(path, runs);
  const of = (read: (run: Measured) => number) => median(runs.map(read));
  for (const [what, read, within] of BUDGETS)
    if (!within(of(read), path)) missed.push(`${path}: ${what} is ${Math.round(of(read) * 1_000) / 1_000}`);
  const beyond = beyondFloor(path);
  if (beyond > BEYOND_MS) missed.push(`${path}: TBT beyond ${FLOOR} is ${beyond} ms`);
  for (const title of new Set(runs.flatMap((run) => run.failed))) missed.push(`${path}: ${title}`);
}

function print(path: string, runs: readonly Measured[]): void {
  const of = (read: (run: Measured) => number) => median(runs.map(read));
  blocking.set(
    path,
    of((run) => run.tbt),
  );
  const scores = CATEGORIES.map((name) => of((run) => run.scores[name]));
  const lcp = `${(of((run) => run.lcp) / 1_000).toFixed(2)} s`;
  const tbt = `${Math.round(of((run) => run.tbt))} ms`;
  const scripts = `${(of((run) => run.scriptBytes) / KILOBYTE).toFixed(1)} KB`;
  const cls = of((run) => run.cls).toFixed(3);
  const cells = [path, ...scores, lcp, tbt, `${beyondFloor(path)} ms`, cls, of((run) => run.requests), scripts];
  console.log(`| ${cells.join(' | ')} |`);
}

function beyondFloor(path: string): number {
  return Math.round((blocking.get(path) ?? 0) - (blocking.get(FLOOR) ?? 0));
}

/** Measures the peer's page, and notes the pages that block longer than their share of it. */
async function comparePeer(): Promise<void> {
  const peer = await servePeer();
  try {
    print('peer', await measured(peer.url));
  } finally {
    await peer.stop();
  }
  const most = (blocking.get('peer') ?? 0) * SHARE_OF_PEER;
  for (const [path, ms] of blocking)
    if (path !== 'peer' && ms > most)
      missed.push(`${path}: TBT is ${Math.round(ms)} ms, the peer's third ${Math.round(most)}`);
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
