import { workerData } from 'node:worker_threads';
import type { Locale } from '#src/config/locales.ts';
import { type BlackpaperOptions, typesetBlackpapers } from './typeset-blackpaper.ts';

/** What a thread of typesetAhead() typesets. */
export interface AheadOrder {
  readonly root: string;
  readonly locales: readonly Locale[];
  readonly options: BlackpaperOptions;
}

const { root, locales, options } = workerData as AheadOrder;
await typesetBlackpapers(root, locales, options);
