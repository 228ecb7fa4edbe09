import { describe, expect, it } from 'vitest';
import { priceIncreaseWidth, timeLeft } from '#src/lib/time/countdown.ts';

const WEEK = 7 * 24 * 3600;
const at = (seconds: number) => timeLeft(seconds * 1000, 0, WEEK);

describe('timeLeft', () => {
  it('splits the time left into days, hours, minutes and seconds, one less each second', () => {
    expect(at(3 * 86_400 + 2 * 3600 + 61)).toEqual({ days: 3, hours: 2, minutes: 1, seconds: 1 });
    expect(at(3 * 86_400 + 2 * 3600 + 60)).toEqual({ days: 3, hours: 2, minutes: 1, seconds: 0 });
  });

  it('[R4.027] [R9.016] restarts at 6 days 23:59:59 when it passes zero', () => {
    expect(at(1)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 1 });
    expect(at(0)).toEqual({ days: 6, hours: 23, minutes: 59, seconds: 59 });
    expect(at(-1)).toEqual({ days: 6, hours: 23, minutes: 59, seconds: 58 });
  });

  it('restarts again in every later window and is never negative', () => {
    expect(at(-WEEK)).toEqual({ days: 6, hours: 23, minutes: 59, seconds: 59 });
    expect(at(-WEEK + 1)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 });
  });
});

it('is the time from now until the end', () => {
  expect(timeLeft(1_700_000_090_000, 1_700_000_000_000, WEEK)).toEqual({ days: 0, hours: 0, minutes: 1, seconds: 30 });
});

describe('priceIncreaseWidth', () => {
  const days = (count: number) => priceIncreaseWidth({ days: count, hours: 0, minutes: 0, seconds: 0 });

  it('[R2.062] [R9.017] is days left out of seven', () => {
    expect(days(7)).toBe(100);
    expect(days(3.5)).toBe(50);
  });

  it('counts hours, minutes and seconds as parts of a day', () => {
    expect(priceIncreaseWidth({ days: 3, hours: 11, minutes: 59, seconds: 60 })).toBeCloseTo(50, 9);
  });

  it('[R2.063] is never under 5 %', () => {
    expect(days(0)).toBe(5);
    expect(days(0.1)).toBe(5);
  });
});
