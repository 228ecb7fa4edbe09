import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { AccrualChart } from '#src/islands/staking-panels/AccrualChart.tsx';
import { History } from '#src/islands/staking-panels/History.tsx';
import { Solvency } from '#src/islands/staking-panels/Solvency.tsx';
import { StakePlan } from '#src/islands/staking-panels/StakePlan.tsx';
import { $stakingHistory } from '#src/stores/staking.ts';
import { onPage } from '../states/support/on-page.tsx';
import { fakeBrowser, keepAnswers } from '../states/support/screen.ts';

fakeBrowser();
keepAnswers([$stakingHistory]);

const YEAR = 365 * 86_400;
const NOW = Date.UTC(2026, 10, 27) / 1000;
const WORDS = {
  ...{ when: 'When', amount: 'Amount', reversal: 'Reversal', today: 'Today' },
  latest: 'Showing {shown} of {total}',
};

/** The chart of a stake that began `age` seconds ago, and earns 100 SYNX a year. */
function chart(age: number): string {
  const at = (time: number) => ({ at: time, synx: String(((time - NOW + age) / YEAR) * 100) });
  const past = [NOW - age, NOW - age / 2, NOW].map(at);
  const ahead = [0, 1, 2, 3, 4].map((quarter) => at(NOW + (quarter * YEAR) / 4));
  return renderToStaticMarkup(onPage(<AccrualChart label="Accrued" today="Today" past={past} ahead={ahead} />));
}

const lineOf = (html: string, name: string) =>
  Array.from(
    new RegExp(`class="accrual-${name}" d="([^"]*)"`).exec(html)?.[1]?.matchAll(/[ML]([\d.]+) ([\d.]+)/g) ?? [],
  ).map(([, x, y]) => [Number(x), Number(y)]);

describe('the accrual of a stake', () => {
  test('of a second ago is no steep gain: a dot at the beginning of the year ahead', () => {
    const html = chart(1);
    for (const [x, y] of lineOf(html, 'done')) expect([x, y]).toEqual([0, 100]);
    expect(lineOf(html, 'ahead').at(-1)).toEqual([100, 8]);
    expect(html).toContain('<span>Today</span><span class="ltr">0.00 SYNX</span>');
    expect(html).toContain('Nov 27, 2027');
  });

  test('of half a year ago has today a third of the way, at a third of the height', () => {
    const html = chart(YEAR / 2);
    const [x, y] = lineOf(html, 'done').at(-1) ?? [];
    expect(x).toBeCloseTo(33.33, 1);
    expect(y).toBeCloseTo(100 - 92 / 3, 1);
    expect(html).toContain('inset-inline-start:33.3');
  });

  test('is also a list of dates and amounts, a quarter of a year apart', () => {
    const [list = ''] = /<ul.*<\/ul>/s.exec(chart(YEAR / 2)) ?? [];
    expect(list.match(/<li>/g)).toHaveLength(6);
    expect(list).toContain('Nov 27, 2026: 50.00 SYNX');
  });

  test('that begins today names today once', () => {
    const [list = ''] = /<ul.*<\/ul>/s.exec(chart(0)) ?? [];
    expect(list.match(/<li>/g)).toHaveLength(5);
    expect(list.match(/Nov 27, 2026/g)).toHaveLength(1);
  });

  test('is filled with the engraving, below the line to today and between the two rates', () => {
    const filled = (html: string) => /<clipPath[^>]*><path[^>]* d="([^"]*)"/.exec(html)?.[1]?.match(/z/g);
    expect(filled(chart(YEAR / 2))).toHaveLength(1);
    const ahead = [0, 1].map((years) => ({
      at: NOW + years * YEAR,
      synx: String(years * 25),
      least: String(years * 8),
    }));
    const range = <AccrualChart label="" today="" past={[{ at: NOW, synx: '0' }]} ahead={ahead} />;
    expect(filled(renderToStaticMarkup(onPage(range)))).toHaveLength(2);
  });

  test('without a stake there is no chart', () =>
    expect(renderToStaticMarkup(onPage(<AccrualChart label="" today="" past={[]} ahead={[]} />))).toBe(''));
});

describe('the stakes of a wallet', () => {
  const history = (stakesTotal: number) => {
    const stakes = Array.from({ length: 50 }, (_, index) => ({
      ...{ id: String(index), kind: 'stake', amount: '1000', createdAt: '2026-01-01T00:00:00Z' },
    }));
    $stakingHistory.set({ loading: false, data: { stakes, stakesTotal } as never });
    return renderToStaticMarkup(onPage(<History rate="25" lowest="8" />, { words: WORDS }));
  };

  test('are a line and a file of all of them', () => {
    expect(history(50)).toMatch(/class="accrual".*Save daily accrual/s);
    expect(history(50)).not.toContain('Showing');
  });

  test('that are too many for one answer are its latest alone, and have neither', () => {
    expect(history(10_000)).toContain('Showing 50 of 10000');
    expect(history(10_000).match(/<tr>/g)).toHaveLength(51);
    expect(history(10_000)).not.toMatch(/class="accrual"|Save daily accrual/);
  });
});

describe('the plan of a stake', () => {
  const plan = (rate: string, available?: string) => {
    const page = { words: WORDS, pool: { total: '98680000', perYear: '8961480' } };
    const part = <StakePlan rate={rate} lowest={rate} total="0" staked="0" available={available} />;
    return renderToStaticMarkup(onPage(part, page));
  };

  test('of one who has nothing is an example, and of another what could be staked', () => {
    expect(plan('25')).toContain('value="100,000"');
    expect(plan('25', '0')).toContain('value="100,000"');
    expect(plan('25', '3846.5')).toContain('value="3,846.5"');
  });

  test('that earns nothing is a flat line at the bottom', () => {
    const html = plan('0', '1000');
    expect(html).toContain('<span class="ltr">0 SYNX</span>');
    for (const [, y] of lineOf(html, 'ahead')) expect(y).toBe(100);
  });

  test('says below the months that the stake is locked', () =>
    expect(plan('25')).toMatch(/type="range"[^>]*\/><p class="note">Staked tokens cannot be withdrawn now\.<\/p>/));
});

describe('whether the pool sustains the rate', () => {
  const dial = (total: string) => {
    const pool = { total: '98680000', perYear: '8961480' };
    const html = renderToStaticMarkup(onPage(<Solvency total={total} rate="25" />, { pool }));
    const value = /class="gauge-value"><span class="ltr">([^<]*)</.exec(html)?.[1];
    return { html, value, arc: /class="gauge-full" d="([^"]*)"/.exec(html)?.[1] };
  };

  test('nothing staked is an empty dial', () => {
    expect(dial('0')).toMatchObject({ value: '0%', arc: '' });
    expect(dial('0').html).toContain('Nothing is staked at the moment');
  });

  test('one small stake is a hair, without digits that say nothing', () => {
    const { html, value, arc } = dial('3846');
    expect(value).toBe('0.01%');
    expect(arc).not.toBe('');
    expect(dial('1').value).toBe('&lt; 0.01%');
    expect(html).toContain('the pool would last for more than 1,000 years');
  });

  test('half and more than all of what it sustains', () => {
    expect(dial('17922960')).toMatchObject({ value: '50%', arc: 'M-84 0A84 84 0 0 1 0 -84' });
    expect(dial('71691840')).toMatchObject({ value: '200%', arc: 'M-84 0A84 84 0 0 1 84 0' });
    expect(dial('71691840').html).toContain('empties the pool in 5.5 years');
  });
});
