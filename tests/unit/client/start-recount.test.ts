import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FromWorker, ToWorker } from '#src/client/recount/recount-list.worker.ts';
import { startRecount } from '#src/client/recount/start-recount.ts';

const RECOUNTED = { entry: null, list: null, problems: [] };

/** Stands for the worker: takes what the page sends, and says what the test has it say. */
class StubWorker {
  static last: StubWorker;
  readonly taken: ToWorker[] = [];
  terminated = false;
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;
  constructor() {
    StubWorker.last = this;
  }
  postMessage(message: ToWorker): void {
    this.taken.push(message);
  }
  terminate(): void {
    this.terminated = true;
  }
  say(data: FromWorker): void {
    this.onmessage?.({ data });
  }
}

beforeEach(() => vi.stubGlobal('Worker', StubWorker));
afterEach(() => vi.unstubAllGlobals());

function answering(bodies: Readonly<Record<string, string>>): void {
  vi.stubGlobal('fetch', async (url: string) => {
    const body = bodies[url];
    return body === undefined ? new Response('', { status: 503 }) : new Response(body);
  });
}

test('the page reads what the worker asks for, and tells each step of a recount', async () => {
  answering({
    '/api/records/stakes?after=7': '{"total":9}',
    '/allocation/2/set-aside.txt': '["0xa"]',
  });
  const told: unknown[] = [];
  const { recounted } = startRecount('0xb', (progress) => told.push(progress));
  const worker = StubWorker.last;
  expect(worker.taken).toEqual([{ type: 'begin', wallet: '0xb' }]);
  worker.say({ type: 'question', question: { of: 'page', kind: 'stakes', after: 7 } });
  await vi.waitFor(() => expect(worker.taken.at(-1)).toEqual({ type: 'answer', answer: { total: 9 } }));
  worker.say({ type: 'question', question: { of: 'set-aside', batch: 2 } });
  await vi.waitFor(() => expect(worker.taken.at(-1)).toEqual({ type: 'answer', answer: '["0xa"]' }));
  worker.say({ type: 'progress', kind: 'stakes', done: 8, total: 9 });
  expect(told).toEqual([{ step: 2, steps: 3, done: 8, total: 9 }]);
  worker.say({ type: 'end', recounted: RECOUNTED });
  expect(await recounted).toEqual(RECOUNTED);
  expect(worker.terminated).toBe(true);
});

test('the whole list takes one step more, and stopping ends the worker', async () => {
  const told: unknown[] = [];
  const { recounted, stop } = startRecount(null, (progress) => told.push(progress));
  StubWorker.last.say({ type: 'progress', kind: 'list', done: 1, total: 2 });
  expect(told).toEqual([{ step: 4, steps: 4, done: 1, total: 2 }]);
  stop();
  expect(await recounted).toBeNull();
  expect(StubWorker.last.terminated).toBe(true);
});

test('a recount fails if something cannot be read or the worker breaks', async () => {
  answering({});
  for (const broken of [
    () => StubWorker.last.say({ type: 'question', question: { of: 'set-aside', batch: 2 } }),
    () => StubWorker.last.say({ type: 'question', question: { of: 'page', kind: 'points', after: 0 } }),
    () => StubWorker.last.say({ type: 'failure', message: 'RangeError: opens' }),
    () => StubWorker.last.onerror?.({ message: 'refused' }),
  ]) {
    const { recounted } = startRecount(null, () => undefined);
    broken();
    await expect(recounted).rejects.toThrow(/503|RangeError: opens|refused/);
    expect(StubWorker.last.terminated).toBe(true);
  }
});
