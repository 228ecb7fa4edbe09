import { abortAfter } from '#src/lib/time/abort-after.ts';
import { publishedRecords } from './read-records.ts';
import { type RecountedList, STEPS } from './recount-list.ts';
import type { FromWorker, Question, ToWorker } from './recount-list.worker.ts';

const TIMEOUT_MS = 60_000;

export interface RecountProgress {
  /** From 1. */
  readonly step: number;
  readonly steps: number;
  readonly done: number;
  readonly total: number;
}

interface RunningRecount {
  /** Null if it was stopped; rejects if something could not be read. */
  readonly recounted: Promise<RecountedList | null>;
  stop(): void;
}

/** Recounts a wallet's entry of the latest list, or with null all of it, in a worker: the page stays responsive. */
export function startRecount(wallet: string | null, tell: (progress: RecountProgress) => void): RunningRecount {
  const worker = new Worker(new URL('./recount-list.worker.ts', import.meta.url), { type: 'module' });
  const send = (message: ToWorker) => worker.postMessage(message);
  const steps = wallet === null ? STEPS.length : STEPS.length - 1;
  let stop = () => worker.terminate();
  const recounted = new Promise<RecountedList | null>((resolve, reject) => {
    const take = async (message: FromWorker) => {
      if (message.type === 'question') send({ type: 'answer', answer: await answerTo(message.question) });
      else if (message.type === 'progress') {
        const { kind, done, total } = message;
        tell({ step: STEPS.indexOf(kind) + 1, steps, done, total });
      } else if (message.type === 'end') resolve(message.recounted);
      else reject(new Error(message.message));
    };
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => void take(data).catch(reject);
    worker.onerror = ({ message }) => reject(new Error(`the recount's worker failed: ${message}`));
    stop = () => resolve(null);
  });
  send({ type: 'begin', wallet });
  return { recounted: recounted.finally(() => worker.terminate()), stop };
}

function answerTo(question: Question): Promise<unknown> {
  const records = publishedRecords();
  if (question.of === 'page') return records.page(question.kind, question.after);
  if (question.of === 'roots') return records.roots(question.kind);
  return readSetAside(question.batch);
}

/** The wallets that the list of a batch leaves out, each with its line. */
async function readSetAside(batch: number): Promise<string> {
  const answer = await fetch(`/allocation/${batch}/set-aside.txt`, { signal: abortAfter(TIMEOUT_MS) });
  if (!answer.ok) throw new Error(`set-aside.txt: ${answer.status}`);
  return answer.text();
}
