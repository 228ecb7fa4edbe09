import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The window of the phone, in CSS pixels and device pixels per CSS pixel. */
const SCREEN = { width: 390, height: 844, deviceScaleFactor: 3 } as const;
/** One run takes 10 to 20 s; after this many milliseconds it counts as failed. */
const LONGEST_MS = 120_000;
/** npx installs it before its first run, and keeps it. */
const LIGHTHOUSE = 'lighthouse@13.5.0';
export const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

type Category = (typeof CATEGORIES)[number];

/** What one run of Lighthouse measured on a page. */
export interface Measured {
  /** Scores from 0 to 100. */
  readonly scores: Readonly<Record<Category, number>>;
  /** Largest Contentful Paint and Total Blocking Time, in milliseconds. */
  readonly lcp: number;
  readonly tbt: number;
  /** Cumulative Layout Shift. */
  readonly cls: number;
  readonly requests: number;
  /** Transferred bytes of scripts. */
  readonly scriptBytes: number;
  /** Audits of accessibility, best practices and SEO that the page does not pass, by their titles. */
  readonly failed: readonly string[];
}

interface Report {
  readonly categories: Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  readonly audits: Record<
    string,
    { title: string; score: number | null; numericValue?: number; details?: { items?: unknown[] } }
  >;
  readonly runtimeError?: { code: string; message: string };
}

interface Requested {
  readonly url: string;
  readonly resourceType?: string;
  readonly transferSize?: number;
}

/**
 * Measures a page once, in a fresh browser: a phone of 390 px, four times slower than this machine, at Lighthouse's
 * simulated slow 4G. Throws an Error if Lighthouse ends without a report.
 */
export async function measure(
  url: string,
  { chromium, flags }: { readonly chromium: string; readonly flags: readonly string[] },
): Promise<Measured> {
  const args = [
    '--yes',
    LIGHTHOUSE,
    url,
    '--output=json',
    '--quiet',
    '--form-factor=mobile',
    '--throttling-method=simulate',
    '--throttling.cpuSlowdownMultiplier=4',
    `--only-categories=${CATEGORIES.join(',')}`,
    ...Object.entries(SCREEN).map(([name, value]) => `--screenEmulation.${name}=${value}`),
    '--screenEmulation.mobile',
    `--chrome-flags=${['--headless', ...flags].join(' ')}`,
  ];
  const { stdout } = await promisify(execFile)('npx', args, {
    env: { ...process.env, CHROME_PATH: chromium },
    maxBuffer: 64 << 20,
    timeout: LONGEST_MS,
  });
  const report = JSON.parse(stdout) as Report;
  if (report.runtimeError) throw new Error(`${url}: ${report.runtimeError.message}`);
  return readReport(report);
}

function readReport({ categories, audits }: Report): Measured {
  const value = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  const items = (audits['network-requests']?.details?.items ?? []) as Requested[];
  // Pictures inside the page's own addresses are not requested.
  const requested = items.filter(({ url }) => !url.startsWith('data:'));
  const refs = CATEGORIES.filter((name) => name !== 'performance').flatMap((name) => categories[name].auditRefs);
  const scores = CATEGORIES.map((name) => [name, Math.round((categories[name].score ?? 0) * 100)] as const);
  return {
    scores: Object.fromEntries(scores) as Record<Category, number>,
    lcp: value('largest-contentful-paint'),
    tbt: value('total-blocking-time'),
    cls: value('cumulative-layout-shift'),
    requests: requested.length,
    scriptBytes: requested
      .filter(({ resourceType }) => resourceType === 'Script')
      .reduce((sum, { transferSize = 0 }) => sum + transferSize, 0),
    failed: refs
      .filter(({ weight }) => weight > 0)
      .map(({ id }) => audits[id])
      .filter((audit) => audit !== undefined && audit.score !== null && audit.score < 1)
      .map((audit) => audit?.title ?? ''),
  };
}
