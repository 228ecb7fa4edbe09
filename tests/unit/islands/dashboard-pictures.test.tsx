import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Holdings } from '#src/contract/dashboard.ts';
import { Dates } from '#src/islands/dashboard/Dates.tsx';
import { displayFor, shareText } from '#src/islands/dashboard/display.ts';
import { HoldingsPanel } from '#src/islands/dashboard/HoldingsPanel.tsx';
import { Loyalty } from '#src/islands/dashboard/Loyalty.tsx';
import { textOf } from '#src/lib/text/text-of.ts';
import { hasOpened, isClaimOpen } from '#src/stores/allocation.ts';
import { $hidden } from '#src/stores/dashboard.ts';
import { ENGLISH, fakeBrowser } from '../states/support/screen.ts';

fakeBrowser();
beforeEach(() => $hidden.set(false));

const t = textOf(ENGLISH);
const FACTS = { supply: '1110000000', pools: ['80000000', '86000000'] } as const;
const WORDS = { stake: 'Stake Now', buy: 'Buy More', overdue: 'Overdue', overdueWhy: 'These have passed.' } as never;

/** What an address holds after `count` purchases at one price, of which the newest fifty are listed. */
function holdingsAfter(count: number, { staked = 0, price = '0.013' } = {}): Holdings {
  const each = 1_000;
  const credited = (index: number) => ({
    ...{ status: 'credited', transactionHash: `0x${index}` },
    ...{ createdAt: new Date(Date.UTC(2026, 9, 27) - index * 86_400_000).toISOString() },
  });
  return {
    asOf: '2026-10-28T00:00:00Z',
    tokens: {
      ...{ purchased: String(count * each), staked: String(staked), availableToStake: String(count * each - staked) },
      ...{ estimatedRewards: staked === 0 ? '0' : '0.5', locked: String(staked), claimable: '0' },
    },
    usd: {
      ...{ paid: String(count * each * 0.013 + count * 0.01), averagePrice: count === 0 ? null : '0.01301' },
      ...{ atCurrentPrice: (count * each * Number(price)).toFixed(6) },
    },
    ...{ purchases: Array.from({ length: Math.min(50, count) }, (_, index) => credited(index)), purchasesTotal: count },
    stakes: staked === 0 ? [] : [{ id: '1', kind: 'stake', amount: String(staked), createdAt: '2026-10-01T00:00:00Z' }],
    loyalty: { percent: count >= 100 ? 10 : 0, freeShipping: count >= 100, nextAt: count >= 100 ? null : '50000' },
    schedule: [
      { key: 'tge', date: '2025-11-01', basis: 'computed', status: 'passed' },
      { key: 'claimOpen', date: null, basis: 'unknown', status: 'unknown' },
    ],
  } as unknown as Holdings;
}

function panel(holdings: Holdings, hidden = false): string {
  const props = { t, display: displayFor('en', hidden), holdings, words: WORDS, facts: FACTS, isOwn: true };
  return renderToStaticMarkup(<HoldingsPanel {...props} paths={{} as never} />);
}

/** The widths of the bar's parts, in percent, by their engraving. */
function barOf(html: string): Readonly<Record<string, number>> {
  const [bar = ''] = /<svg class="allocation-bar.*?<\/svg>/s.exec(html) ?? [];
  const part = /<rect class="ink-edge ink-(\w+)" x="[\d.]+%" width="([\d.]+)%"/g;
  return Object.fromEntries(Array.from(bar.matchAll(part), ([, ink = '', width]) => [ink, Math.round(Number(width))]));
}

describe('the bar of what is held', () => {
  test('is empty without a purchase, and full with one', () => {
    expect(barOf(panel(holdingsAfter(0)))).toEqual({});
    expect(barOf(panel(holdingsAfter(1)))).toEqual({ lines: 100 });
  });

  test('shows stakes and rewards next to what can be staked, also after ten thousand purchases', () => {
    expect(barOf(panel(holdingsAfter(10_000, { staked: 5_000_000 })))).toEqual({ lines: 50, solid: 50, hatch: 0 });
  });

  test('shows what was bought and not staked also once a list is drafted and nothing can be staked', () => {
    const before = holdingsAfter(3, { staked: 1_000 });
    const drafted = panel({ ...before, tokens: { ...before.tokens, availableToStake: '0' } });
    expect(barOf(drafted)).toEqual(barOf(panel(before)));
    expect(drafted).toContain('Not staked');
    expect(drafted).not.toContain('Available to Stake');
  });

  test('tells nothing while amounts are hidden', () => {
    $hidden.set(true);
    expect(barOf(panel(holdingsAfter(2, { staked: 1_000 }), true))).toEqual({});
  });
});

test('what can be claimed is nothing until the contract has the tokens and the day has come', () => {
  const opensAt = '2027-03-01T00:00:00Z';
  const day = Date.parse(opensAt);
  const batch = (fundedAt: string | null) => ({ opensAt, distributor: { fundedAt } }) as never;
  expect(panel(holdingsAfter(1))).toContain('Claimable now');
  expect([undefined, batch(null)].map((one) => isClaimOpen(one, day))).toEqual([false, false]);
  expect([day - 1, day].map((now) => isClaimOpen(batch(opensAt), now))).toEqual([false, true]);
});

test('an entry can be claimed from once the first of its own amounts opens', () => {
  const [first, second] = ['2027-03-01T00:00:00Z', '2027-03-08T00:00:00Z'];
  const schedules = [
    { kind: 'bought', start: first },
    { kind: 'staked', start: second },
  ];
  const batch = (fundedAt: string | null) => ({ schedules, distributor: { fundedAt } }) as never;
  const entry = { bought: '0', staked: '5', rewards: '0', airdrop: '0' };
  const at = [first, second].map((day) => Date.parse(day));
  expect(at.map((now) => hasOpened(batch(first), entry, now))).toEqual([false, true]);
  expect(at.map((now) => hasOpened(batch(first), { ...entry, bought: '1' }, now))).toEqual([true, true]);
  expect(at.map((now) => hasOpened(batch(null), entry, now))).toEqual([false, false]);
  expect(at.map((now) => hasOpened(batch(first), null, now))).toEqual([false, false]);
});

test('a part has two digits, and more only where they would be zeros', () => {
  const shares = ['100.0000', '58.3800', '41.6199', '0.0031', '0.0000'];
  expect(shares.map((share) => shareText(share, 'en'))).toEqual(['100%', '58.38%', '41.61%', '0.0031%', '0%']);
});

describe('the value at the presale price', () => {
  test('is left out while it differs from what was paid by rounding alone', () => {
    for (const count of [0, 1, 10_000]) expect(panel(holdingsAfter(count))).not.toContain('At the presale price');
  });

  test('is stated once the price is another one', () =>
    expect(panel(holdingsAfter(3, { price: '0.022' }))).toContain(
      'At the presale price</span><span class="ltr number">$66.00',
    ));
});

describe('the line of dates', () => {
  const dates = (holdings: Holdings) =>
    renderToStaticMarkup(<Dates t={t} tag="en" words={WORDS} holdings={holdings} path="/dates.ics" />);
  const marks = (html: string) => html.match(/class="timeline-mark/g)?.length ?? 0;

  test('without a purchase it has what is planned, and lists what has no date without a number', () => {
    const html = dates(holdingsAfter(0));
    expect(marks(html)).toBe(1);
    expect(html).toMatch(/aria-hidden="true">–<.*Claiming opens.*No date announced/s);
    // Every stated date has passed by then.
    expect(html).not.toContain('/dates.ics');
  });

  test('it begins with what comes next and ends with what is overdue, numbered like the marks', () => {
    const html = dates(holdingsAfter(1));
    expect(html).toMatch(/Claiming opens.*First purchase.*Overdue.*Token generation event/s);
    expect(html).toMatch(/Overdue.*tag-passed">Date passed, not reported as done/s);
    const numbers = (own: string) => html.match(new RegExp(`${own}"[^>]*><span class="timeline-number".*?(\\d)<`))?.[1];
    expect([numbers('timeline-mark timeline-own'), numbers('row timeline-own')]).toEqual(['1', '1']);
  });

  test('one purchase is the first and not also the latest', () => {
    const html = dates(holdingsAfter(1));
    expect(marks(html)).toBe(2);
    expect(html).toContain('First purchase');
    expect(html).not.toContain('Latest purchase');
  });

  test('of more than are listed, the oldest listed one is not called the first', () => {
    const html = dates(holdingsAfter(10_000));
    expect(html).toContain('Latest purchase');
    expect(html).not.toContain('First purchase');
  });
});

test('the loyalty bar is filled up to what is held, has both steps, and names the distance to the next', () => {
  const loyalty = (count: number, hidden = false) =>
    renderToStaticMarkup(
      <Loyalty t={t} display={displayFor('en', hidden)} holdings={holdingsAfter(count)} hidden={hidden} />,
    );
  const filled = (html: string) => /class="ink-full" y="3" width="([\d.]+)%"/.exec(html)?.[1];
  expect(filled(loyalty(0))).toBe('0');
  expect(filled(loyalty(4))).toBe('4');
  expect(loyalty(4)).toContain('46,000 SYNX more for 5% off.');
  expect(loyalty(4)).toContain('50,000 · 5%');
  expect(filled(loyalty(10_000))).toBe('100');
  expect(filled(loyalty(4, true))).toBe('0');
});
