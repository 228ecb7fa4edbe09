import { expect, test } from 'vitest';
import { CLOCK_OFF_MS, createTrustedClock } from '#src/server/platform/chains/trusted-clock.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A machine whose clock shows the real time and an error, in ms. */
function machine(error = 0, confirmed = true) {
  const time = { real: 1_000 * DAY, error, slept: 0 };
  const clock = createTrustedClock(
    () => time.real + time.error,
    () => time.real - time.slept,
    confirmed,
  );
  return { time, clock, off: () => clock.now() - time.real };
}

test('a jump of the clock is not followed until a chain confirms it, as after the sleep of a machine [S27]', () => {
  const { time, clock, off } = machine();
  time.real += HOUR;
  time.slept = HOUR;
  expect(off()).toBe(-HOUR);
  clock.learn([time.real - DAY]);
  expect(off()).toBe(-HOUR);
  clock.learn([time.real - DAY, time.real - 12_000]);
  expect(off()).toBe(0);
});

test('a clock is confirmed by one chain that agrees or two that correct it, not by one that contradicts it [S27]', () => {
  const { time, clock } = machine(400 * DAY, false);
  for (const told of [[], [time.real], [time.real, time.real - DAY]]) {
    clock.learn(told);
    expect(clock.isConfirmed()).toBe(false);
  }
  clock.learn([time.real - 12_000, time.real - 3_000]);
  expect(clock.isConfirmed()).toBe(true);
  clock.learn([time.real - DAY]);
  expect(clock.isConfirmed()).toBe(true);
  const right = machine(0, false);
  right.clock.learn([right.time.real - DAY, right.time.real - 12_000]);
  expect(right.clock.isConfirmed()).toBe(true);
  expect(machine().clock.isConfirmed()).toBe(true);
});

test('a clock that is set by minutes, or drifts, is followed', () => {
  const { time, off } = machine();
  time.error = CLOCK_OFF_MS;
  expect(off()).toBe(CLOCK_OFF_MS);
  for (let step = 0; step < 10; step += 1) {
    time.real += HOUR;
    time.error -= 60_000;
    expect(off()).toBe(time.error);
  }
});

test('a clock that was wrong at the start gives way to two chains that agree, never to one that has stopped [S27]', () => {
  const { time, clock, off } = machine(400 * DAY);
  expect(off()).toBe(400 * DAY);
  clock.learn([time.real]);
  clock.learn([time.real, time.real - DAY]);
  clock.learn([]);
  expect(off()).toBe(400 * DAY);
  clock.learn([time.real - 12_000, time.real - 3_000]);
  expect(off()).toBe(-3_000);
  time.real += DAY;
  expect(off()).toBe(-3_000);
  time.error = 0;
  expect(off()).toBe(0);
  clock.learn([time.real - DAY]);
  expect(off()).toBe(0);
});
