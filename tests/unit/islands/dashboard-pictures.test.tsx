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
import { onPage } from '../states/support/on-page.tsx';
import { ENGLISH, fakeBrowser } from '../states/support/screen.ts';

fakeBrowser();
beforeEach(() => $hidden.set(false));

const t = textOf(ENGLISH);
const FACTS = { supply: '1110000000', pools: ['80000000', '86000000'] } as const;
const WORDS = { stake: 'Stake Now', buy: 'Buy More', overdue: 'Overdue' };

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
  const part = <HoldingsPanel display={displayFor('en', hidden)} holdings={holdings} isOwn />;
  return renderToStaticMarkup(onPage(part, { words: WORDS, facts: FACTS, paths: {} }));
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

test('below what was bought stands that it is not in the wallet; without a purchase there is nothing to say', () => {
  const where = 'In this site’s ledger, not yet in the wallet. ';
  expect(panel(holdingsAfter(1))).toMatch(
    new RegExp(
      `balance-unit.*<p class="note"><span>${where}</span><span>Claimable now: </span><span[^>]*>0</span>`,
      's',
    ),
  );
  expect(panel(holdingsAfter(0))).not.toContain(where);
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

test('a part has two digits, and more only where they would hide it', () => {
  const shares = ['100.0000', '58.3800', '41.6199', '0.0031', '0.0000'];
  expect(shares.map((share) => shareText(share, 'en'))).toEqual(['100.00%', '58.38%', '41.61%', '0.0031%', '0.00%']);
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

describe('the course of dates', () => {
  const dates = (holdings: Holdings) =>
    renderToStaticMarkup(onPage(<Dates holdings={holdings} />, { words: WORDS, paths: { calendar: '/dates.ics' } }));
  /** Its points in their order, each by the name beside it. */
  const points = (html: string) =>
    Array.from(html.matchAll(/<li.*?course-point".*?<(?:span|strong)>([^<]*)</gs), ([, name]) => name);
  const claiming = 'Claiming opens';

  test('it is in the order of time after what is overdue, and ends with open points', () => {
    expect(points(dates(holdingsAfter(2, { staked: 1_000 })))).toEqual([
      'Token generation event (TGE)',
      'Latest stake',
      'First purchase',
      'Latest purchase',
      'Today',
      claiming,
    ]);
  });

  describe('its drawing', () => {
    /** Where its points are in percent of the line, own ones and planned ones, and where today is. */
    const drawn = (html: string) => {
      const of = (look: string) =>
        Array.from(html.matchAll(new RegExp(`<g class="${look}">.*?cx="([\\d.]+)%"`, 'gs')), ([, x]) => Number(x));
      const [, today] = /class="timeline-today" x="([\d.]+)%"/.exec(html) ?? [];
      return { own: of('streak-done'), planned: of('timeline-planned'), today: Number(today) };
    };
    const labels = (html: string) =>
      /<figcaption>(.*?)<\/figcaption>/s
        .exec(html)?.[1]
        ?.split(/<[^>]+>/)
        .filter((text) => text !== '');

    test('has own dates above the line and planned ones below it, up to today and what has no date', () => {
      const html = dates(holdingsAfter(2, { staked: 1_000 }));
      const { own, planned, today } = drawn(html);
      expect(planned).toEqual([0]);
      expect(own.every((x) => x > 80 && x < 90)).toBe(true);
      expect([own.length, today]).toEqual([3, 90]);
      expect(labels(html)).toEqual(['Nov 1, 2025', 'Today']);
      expect(html).toMatch(/<figure class="timeline" aria-hidden="true"><svg class="mirrored"/);
    });

    test('goes on to the last planned day, with today in between', () => {
      const announced = { key: 'stakeUnlock', date: '2027-10-24', basis: 'stated', status: 'pending' };
      const holdings = holdingsAfter(0);
      const html = dates({ ...holdings, schedule: [...holdings.schedule, announced] } as Holdings);
      expect(drawn(html)).toEqual({ own: [], planned: [0, 100], today: 50 });
      expect(labels(html)).toEqual(['Nov 1, 2025', 'Today', 'Oct 24, 2027']);
    });

    test('there is none of today alone, and one of a single date', () => {
      const open = { schedule: holdingsAfter(0).schedule.slice(1) };
      expect(dates({ ...holdingsAfter(0), ...open })).not.toContain('timeline');
      expect(drawn(dates({ ...holdingsAfter(1), ...open }))).toEqual({ own: [0], planned: [], today: 90 });
      const now = { ...open, asOf: holdingsAfter(1).purchases[0]?.createdAt } as Partial<Holdings>;
      const html = dates({ ...holdingsAfter(1), ...now });
      expect(drawn(html)).toEqual({ own: [0], planned: [], today: 0 });
      expect(labels(html)).toEqual(['Today']);
    });
  });

  test('what is done today is before today, and in the order in which it was done', () => {
    const holdings = holdingsAfter(1, { staked: 1_000 });
    const stake = { ...holdings.stakes[0], createdAt: '2026-10-27T09:00:00Z' };
    const now = { asOf: '2026-10-27T10:00:00Z', stakes: [stake] } as Partial<Holdings>;
    const names = points(dates({ ...holdings, ...now }));
    expect(names.slice(1)).toEqual(['First purchase', 'Latest stake', 'Today', claiming]);
  });

  test('a day to come is after today, and before what has none', () => {
    const holdings = holdingsAfter(0);
    const announced = { key: 'stakeUnlock', date: '2027-03-01', basis: 'stated', status: 'pending' };
    const html = dates({ ...holdings, schedule: [...holdings.schedule, announced] } as Holdings);
    expect(points(html)).toEqual(['Token generation event (TGE)', 'Today', 'Staked SYNX unlocks', claiming]);
    expect(html).not.toContain(t('dashboard.dates.why'));
  });

  test('what is overdue says so once, and why, and what is open says so each', () => {
    const html = dates(holdingsAfter(0));
    expect(html).toMatch(/tag-passed" id="[^"]*">Overdue<.*Token generation event/s);
    expect(html.match(/tag-passed/g)).toHaveLength(1);
    expect(html).toMatch(/Claiming opens<\/span><span class="row"><span class="tag">No date announced</);
    expect(html).toContain(t('dashboard.dates.why'));
    // Every stated date has passed by then.
    expect(html).not.toContain('/dates.ics');
  });

  test('one purchase is the first and not also the latest; of more than are listed, none is called the first', () => {
    expect(points(dates(holdingsAfter(1)))).toContain('First purchase');
    expect(points(dates(holdingsAfter(1))).join()).not.toContain('Latest purchase');
    expect(points(dates(holdingsAfter(10_000)))).toContain('Latest purchase');
    expect(points(dates(holdingsAfter(10_000))).join()).not.toContain('First purchase');
  });
});

test('the loyalty bar is filled up to what is held, has both steps, and names the distance to the next', () => {
  const loyalty = (count: number, hidden = false) =>
    renderToStaticMarkup(
      onPage(<Loyalty display={displayFor('en', hidden)} holdings={holdingsAfter(count)} hidden={hidden} />),
    );
  const filled = (html: string) => /class="ink-full" y="3" width="([\d.]+)%"/.exec(html)?.[1];
  expect(filled(loyalty(0))).toBe('0');
  expect(filled(loyalty(4))).toBe('4');
  expect(loyalty(4)).toContain('46,000 more SYNX for the planned 5% off.');
  expect(loyalty(4)).toContain('50,000 · 5%');
  expect(filled(loyalty(10_000))).toBe('100');
  expect(filled(loyalty(4, true))).toBe('0');
});
