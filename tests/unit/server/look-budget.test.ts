import { expect, test } from 'vitest';
import { CHAIN_IDS } from '#src/config/chains.ts';
import { metered } from '#src/server/platform/chains/call-meter.ts';
import { createLookBudget, laneWithin, SERVER_LANE } from '#src/server/platform/chains/look-budget.ts';
import { ApiFailure } from '#src/server/platform/util/errors.ts';

const MINUTE_MS = 60_000;

const LOGS = new Array(8_000).fill({ data: `0x${'0'.repeat(500)}` });

/** A source whose answers come at the test's command, and a separate clock. */
function setting(answer: object = { logs: LOGS }) {
  const clock = { now: 0 };
  const calls: string[] = [];
  const source = metered({
    request: async ({ method }) => {
      calls.push(method);
      return method === 'eth_call' ? null : answer;
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

test('the lanes of one place together spend as much as three, and leave the rest to other places (S30)', async () => {
  const { clock, calls, look, budget } = setting();
  for (const end = MINUTE_MS; clock.now < end; clock.now += 1_000)
    for (let lane = 0; lane < 100; lane += 1) await refuses(budget, laneWithin(5, lane), look(20));
  expect(calls.length).toBeGreaterThan(300);
  expect(calls.length).toBeLessThanOrEqual(3 * 300);
  expect(await refuses(budget, laneWithin(6, 200), look(20))).toBe(false);
});

test('however many places spend their three lanes, some is left to those that have spent less than one (S30)', async () => {
  const { look, budget } = setting();
  const spend = async (place: number, lane: number) => {
    while (!(await refuses(budget, laneWithin(place, lane), look(31))));
  };
  for (let place = 0; place < 12; place += 1) for (const lane of [1, 2, 3]) await spend(place, place * 3 + lane);
  for (let stranger = 0; stranger < 4; stranger += 1)
    expect(await refuses(budget, laneWithin(100 + stranger, 500 + stranger), look(31)), `${stranger}`).toBe(false);
});

test('the server reads the code of wallets, however many addresses spend for hours what all have together (S30)', async () => {
  const { clock, look, budget } = setting();
  const slices: boolean[] = [];
  for (const end = 10 * MINUTE_MS; clock.now < end; clock.now += 500) {
    const visitors = Array.from({ length: 100 }, (_, place) => refuses(budget, laneWithin(place, place), look(18)));
    await Promise.all(visitors);
    if (clock.now % MINUTE_MS !== MINUTE_MS / 2) continue;
    for (const _ of CHAIN_IDS) slices.push(await refuses(budget, SERVER_LANE, look(30)));
  }
  expect(slices).toHaveLength(30);
  expect(slices).not.toContain(true);
});

test('looks that wait in a place without a call left are refused, and those of others in their lanes start (S30)', async () => {
  const { source, budget } = setting();
  const gate = Promise.withResolvers<void>();
  const heavy = async () => {
    await gate.promise;
    await source.request({ method: 'eth_getTransactionReceipt', params: [] });
  };
  const outcome = (look: Promise<unknown>) =>
    look.then(
      () => 'answered',
      (error: ApiFailure) => error.code,
    );
  // Five at once are what a place may reserve: the rest wait, and what the first ones cost is more than is left.
  const flood = Array.from({ length: 40 }, (_, lane) => outcome(budget.run(laneWithin(5, lane), heavy)));
  const others = [38, 39].map((lane) => outcome(budget.run(laneWithin(6, lane), async () => gate.promise)));
  gate.resolve();
  const ends = await Promise.all(flood);
  expect(ends.filter((end) => end === 'answered').length).toBe(5);
  expect(ends.filter((end) => end === 'rate_limited').length).toBe(35);
  expect(await Promise.all(others)).toEqual(['answered', 'answered']);
});

test.each([
  ['a receipt of thousands of logs', { logs: LOGS }],
  ['one of a log of megabytes', { logs: [{ data: `0x${'00'.repeat(2_400_000)}` }] }],
  ['a block of a few transactions of megabytes', { transactions: new Array(20).fill({ input: '0'.repeat(240_000) }) }],
])('%s costs as much as many calls', async (_, answer) => {
  const { clock, source, budget } = setting(answer);
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

test('a few lanes with hundreds of looks that hang leave room in which others wait (S30)', async () => {
  const budget = createLookBudget(1_000_000, () => 0);
  const ends: (() => void)[] = [];
  const hang = () => new Promise<void>((resolve) => ends.push(resolve));
  const asked = [0, 1, 2, 3].flatMap((lane) => Array.from({ length: 300 }, () => budget.run(lane, hang)));
  const ended = Promise.allSettled(asked);
  let state = 'waits';
  const other = budget
    .run(9, async () => 'answered')
    .then(
      (answer) => (state = answer),
      () => (state = 'refused'),
    );
  await expect.poll(() => ends.length).toBe(32);
  expect(state).toBe('waits');
  for (const end of ends.splice(0)) end();
  expect(await other).toBe('answered');
  for (let round = 0; round < 20; round += 1) {
    for (const end of ends.splice(0)) end();
    await new Promise((resolve) => setImmediate(resolve));
  }
  const refused = (await ended).filter(({ status }) => status === 'rejected').length;
  expect(refused).toBe(4 * 300 - 32 - 4 * 100);
});

test('a look that fails, at once or later, releases its place', async () => {
  const { budget, look } = setting();
  const broken = () => {
    throw new RangeError('at once');
  };
  for (let failed = 0; failed < 40; failed += 1) await expect(budget.run(failed, broken)).rejects.toThrow('at once');
  expect(await refuses(budget, 7, look(1))).toBe(false);
});
