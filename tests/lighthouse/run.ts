// npm run lighthouse [-- [--runs 3] [--url https://synx.example] /staking /faq]: measures all pages, or those named, by
// Lighthouse on a simulated phone, and prints the medians; without --url on a site built for real chains, which is
// served here as a published one. Ends with code 1 if a page misses a budget of docs/reliability.md.
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PAGE_PATHS } from '#src/config/page-paths.ts';
import { dropSettings } from '#tests/run/clean-env.ts';
import { installedTool } from '#tests/run/installed-tool.ts';
import { LAUNCH_FLAGS } from '#tests/support/chromium/launch-flags.ts';
import { findChromium } from '#tests/support/chromium.ts';
import { startLiveStack } from '#tests/support/live-stack.ts';
import { startNginx } from '#tests/support/nginx.ts';
import { CATEGORIES, type Measured, measure } from './measure.ts';

const KILOBYTE = 1024;
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
  ['TBT in ms', ({ tbt }) => tbt, (ms) => ms <= 150],
  ['CLS', ({ cls }) => cls, (score) => score <= 0.01],
];

const { values, positionals: wanted } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, url: { type: 'string' } },
  allowPositionals: true,
});
dropSettings();
// Nobody has issued the certificate of a site that is served here.
const flags = values.url === undefined ? [...LAUNCH_FLAGS, '--ignore-certificate-errors'] : LAUNCH_FLAGS;
const lighthouse = join(installedTool('lighthouse@13.5.0'), 'lighthouse/cli/index.js');
const tools = { lighthouse, chromium: findChromium(), flags };
const site =
  values.url === undefined ? await serveSite() : { url: values.url.replace(/\/$/, ''), stop: async () => {} };
const missed: string[] = [];
try {
  console.log(`${cpus()[0]?.model}, ${cpus().length} cores; ${tools.chromium}; median of ${values.runs}`);
  console.log('| Route | Performance | Accessibility | Best practices | SEO | LCP | TBT | CLS | Requests | JS |');
  console.log('|---|---|---|---|---|---|---|---|---|---|');
  for (const path of PAGE_PATHS.filter((each) => wanted.length === 0 || wanted.includes(each))) {
    const runs: Measured[] = [];
    for (let run = 0; run < Number(values.runs); run += 1) runs.push(await measure(`${site.url}${path}`, tools));
    report(path, runs);
  }
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

/** Prints the medians of a page's runs, and notes what misses its budget. */
function report(path: string, runs: readonly Measured[]): void {
  const of = (read: (run: Measured) => number) => median(runs.map(read));
  const {
    performance,
    accessibility,
    'best-practices': practices,
    seo,
  } = Object.fromEntries(CATEGORIES.map((name) => [name, of(({ scores }) => scores[name])]));
  const lcp = `${(of((run) => run.lcp) / 1_000).toFixed(2)} s`;
  const tbt = `${Math.round(of((run) => run.tbt))} ms`;
  const scripts = `${(of((run) => run.scriptBytes) / KILOBYTE).toFixed(1)} KB`;
  const cls = of((run) => run.cls).toFixed(3);
  const cells = [path, performance, accessibility, practices, seo, lcp, tbt, cls, of((run) => run.requests), scripts];
  console.log(`| ${cells.join(' | ')} |`);
  for (const [what, read, within] of BUDGETS)
    if (!within(of(read), path)) missed.push(`${path}: ${what} is ${Math.round(of(read) * 1_000) / 1_000}`);
  for (const title of new Set(runs.flatMap((run) => run.failed))) missed.push(`${path}: ${title}`);
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
