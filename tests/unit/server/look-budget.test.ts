import { expect, test } from 'vitest';
import { metered } from '#src/server/chains/call-meter.ts';
import { createLookBudget } from '#src/server/chains/look-budget.ts';
import { ApiFailure } from '#src/server/util/api-failure.ts';

const MINUTE_MS = 60_000;

/** A source whose answers come at the test's command, and a separate clock. */
function setting() {
  const clock = { now: 0 };
  const calls: string[] = [];
  const source = metered({
    request: async ({ method }) => {
      calls.push(method);
      return method === 'eth_getTransactionReceipt' ? { logs: new Array(8_000) } : null;
    },
  });
  const look = (count: number) => async () => {
    for (let asked = 0; asked < count; asked += 1) await source.request({ method: 'eth_call', params: [] });
  };
  return { clock, calls, source, look, budget: createLookBudget(300, () => clock.now) };
}

/** Whether the budget refuses a look now. */
const refuses = (budget: ReturnType<typeof createLookBudget>, lane: number, look: () => Promise<unknown>) =>
  budget.run(lane, look).then(
    () => false,
    (error: unknown) => error instanceof ApiFailure && error.code === 'rate_limited',
  );

test('a lane spends at most five calls per second averaged over a minute, however often it asks', async () => {
  const { clock, calls, look, budget } = setting();
  const perMinute: number[] = [];
  for (let minute = 0; minute < 3; minute += 1) {
    const before = calls.length;
    for (const end = clock.now + MINUTE_MS; clock.now < end; clock.now += 100) await refuses(budget, 7, look(45));
    perMinute.push(calls.length - before);
  }
  for (const spent of perMinute) expect(spent).toBeLessThanOrEqual(300);
  expect(perMinute[2]).toBeGreaterThan(150);
});

test('one lane that has spent its budget takes nothing from another', async () => {
  const { look, budget } = setting();
  while (!(await refuses(budget, 7, look(20))));
  expect(await refuses(budget, 8, look(20))).toBe(false);
});

test('all lanes together spend as much as twenty', async () => {
  const { clock, calls, look, budget } = setting();
  for (const end = MINUTE_MS; clock.now < end; clock.now += 1_000)
    for (let lane = 0; lane < 100; lane += 1) await refuses(budget, lane, look(20));
  expect(calls.length).toBeLessThanOrEqual(20 * 300);
});

test('a receipt of thousands of logs costs as much as many calls', async () => {
  const { clock, source, budget } = setting();
  const heavy = async () => source.request({ method: 'eth_getTransactionReceipt', params: [] });
  expect(await refuses(budget, 7, heavy)).toBe(false);
  expect(await refuses(budget, 7, heavy)).toBe(true);
  clock.now += 10_000;
  expect(await refuses(budget, 7, heavy)).toBe(true);
  clock.now += 10_000;
  expect(await refuses(budget, 7, heavy)).toBe(false);
});

test('lanes take turns: a crowd of looks in one does not block the only look of another', async () => {
  const budget = createLookBudget(1_000_000, () => 0);
  const ends: (() => void)[] = [];
  const started: number[] = [];
  const look = (lane: number) =>
    budget.run(lane, () => {
      started.push(lane);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  for (let asked = 0; asked < 100; asked += 1) void look(1);
  void look(2);
  await expect.poll(() => started.length).toBe(32);
  for (const end of ends.splice(0)) end();
  await expect.poll(() => started.length).toBe(64);
  expect(started.slice(32, 34)).toContain(2);
});

test('a look that fails, at once or later, releases its place', async () => {
  const { budget, look } = setting();
  const broken = () => {
    throw new RangeError('at once');
  };
  for (let failed = 0; failed < 40; failed += 1) await expect(budget.run(failed, broken)).rejects.toThrow('at once');
  expect(await refuses(budget, 7, look(1))).toBe(false);
});
