import { Worker } from 'node:worker_threads';
import type { Locale } from '#src/config/locales.ts';
import type { AheadOrder } from './typeset-ahead.worker.ts';
import type { BlackpaperOptions } from './typeset-blackpaper.ts';

const THREADS = 2;

/** Has other threads typeset the Blackpapers into the cache. Never fails: the build meets the same fault. */
export async function typesetAhead(
  root: string,
  locales: readonly Locale[],
  options: BlackpaperOptions,
): Promise<void> {
  const threads = Array.from({ length: THREADS }, (_, thread) => ({
    root,
    locales: locales.filter((_locale, index) => index % THREADS === thread),
    options,
  }));
  await Promise.all(
    threads.map(
      (workerData: AheadOrder) =>
        new Promise<void>((resolve) => {
          const worker = new Worker(new URL('./typeset-ahead.worker.ts', import.meta.url), { workerData });
          worker.once('error', () => resolve());
          worker.once('exit', () => resolve());
        }),
    ),
  );
}
