import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { countUp } from '#src/components/ui/CountedUp.tsx';
import { StreakDots } from '#src/components/ui/charts/StreakDots.tsx';
import { ConfirmationArcs } from '#src/islands/payments/ConfirmationArcs.tsx';

afterEach(() => vi.unstubAllGlobals());

test('as many arcs are closed as there are confirmations, of six', () => {
  const arcs = [0, 3, 6, 7].map((count) => renderToStaticMarkup(<ConfirmationArcs confirmations={count} />));
  expect(arcs.map((html) => html.match(/class="arc"/g)?.length)).toEqual([6, 6, 6, 6]);
  expect(arcs.map((html) => html.match(/data-closed/g)?.length ?? 0)).toEqual([0, 3, 6, 6]);
});

test('a streak has a coin for each day, and a rim around those that are done', () => {
  const dots = [0, 1, 7].map((days) => renderToStaticMarkup(<StreakDots days={days} of={7} />));
  const count = (name: string) => dots.map((html) => html.match(new RegExp(`class="${name}"`, 'g'))?.length ?? 0);
  expect(count('streak-done')).toEqual([0, 1, 7]);
  expect(count('streak-rim')).toEqual([0, 1, 7]);
  expect(count('streak-open')).toEqual([7, 6, 0]);
});

describe('a balance that counts up', () => {
  /** What is shown, one frame after the other, until nothing more is asked for. */
  function counted(value: string, { from = '0', reduced = false, calm = false } = {}): readonly string[] {
    const frames: ((now: number) => void)[] = [];
    vi.stubGlobal('matchMedia', () => ({ matches: reduced }));
    vi.stubGlobal('document', { documentElement: { dataset: calm ? { calm: '' } : {} } });
    vi.stubGlobal('requestAnimationFrame', (frame: (now: number) => void) => frames.push(frame));
    vi.stubGlobal('performance', { now: () => 0 });
    const shown: string[] = [];
    countUp(from, value, (text) => shown.push(text));
    for (let now = 0; frames.length > 0 && now < 10_000; now += 100) frames.shift()?.(now);
    return shown;
  }

  test('is there at once under reduced motion, of the system or chosen here', () => {
    expect(counted('3846.5', { reduced: true })).toEqual(['3846.5']);
    expect(counted('3846.5', { calm: true })).toEqual(['3846.5']);
  });

  test('otherwise begins at nothing, never falls, and ends at what it is', () => {
    const shown = counted('3846.5');
    expect([shown[0], shown.at(-1), shown.length]).toEqual(['0', '3846.5', 10]);
    expect(shown.map(Number)).toEqual(shown.map(Number).sort((one, other) => one - other));
  });

  test('from the amount that was shown before, and not at all if that is the same', () => {
    const shown = counted('3846.5', { from: '3000.25' });
    expect([shown[0], shown.at(-1)]).toEqual(['3000', '3846.5']);
    expect(counted('3846.5', { from: '3846.5' })).toEqual(['3846.5']);
  });

  test('also if it is larger than a double holds', () =>
    expect(counted('90071992547409931').at(-1)).toBe('90071992547409931'));
});
