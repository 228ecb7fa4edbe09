import type { RecordSource } from '#src/lib/hash/verify-records.ts';
import { type RecountedList, recountList } from './recount-list.ts';

/** What the worker asks of its page, which alone may send requests. */
export type Question =
  | { readonly of: 'page'; readonly kind: string; readonly after: number }
  | { readonly of: 'roots'; readonly kind: string }
  | { readonly of: 'set-aside'; readonly batch: number };

/** First the wallet, or null for the whole list; then the answers, in the order of the questions. */
export type ToWorker =
  | { readonly type: 'begin'; readonly wallet: string | null }
  | { readonly type: 'answer'; readonly answer: unknown };

export type FromWorker =
  | { readonly type: 'question'; readonly question: Question }
  | { readonly type: 'progress'; readonly kind: string; readonly done: number; readonly total: number }
  | { readonly type: 'end'; readonly recounted: RecountedList }
  | { readonly type: 'failure'; readonly message: string };

const waiting: ((answer: unknown) => void)[] = [];
const say = (message: FromWorker) => postMessage(message);
const ask = <T>(question: Question) =>
  new Promise<T>((resolve) => {
    waiting.push(resolve as (answer: unknown) => void);
    say({ type: 'question', question });
  });

const records: RecordSource = {
  page: (kind, after) => ask({ of: 'page', kind, after }),
  roots: (kind) => ask({ of: 'roots', kind }),
};

async function begin(wallet: string | null): Promise<void> {
  try {
    const tell = async (kind: string, done: number, total: number) => say({ type: 'progress', kind, done, total });
    const setAside = (batch: number) => ask<string>({ of: 'set-aside', batch });
    say({ type: 'end', recounted: await recountList(records, setAside, wallet, tell) });
  } catch (error) {
    say({ type: 'failure', message: String(error) });
  }
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === 'begin') void begin(data.wallet);
  else waiting.shift()?.(data.answer);
});
