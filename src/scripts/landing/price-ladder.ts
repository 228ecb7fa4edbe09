import { PHASES, USD_DECIMALS } from '#src/config/sale.ts';
import type { PresalePricing, PresaleStats } from '#src/contract/presale.ts';
import { ladderSteps, raisedWidth, soldOf } from '#src/lib/charts/price-ladder.ts';
import { parseDecimal, toUnits } from '#src/lib/money/decimal.ts';
import { fill } from '#src/lib/text/fill.ts';
import { dollars, formatPercent, formatUsd } from '#src/lib/text/format-number.ts';
import { soldPercent } from '#src/purchase/offer/purchase-rules.ts';
import { element } from '#src/scripts/shared/dom.ts';
import { hasEnded } from '#src/stores/presale.ts';
import type { TokenomicsData } from './tokenomics-data.ts';

/** The lower edge of the steps, and the upper end of the pin, in percent of the drawing's height. */
const [GROUND, PIN] = [86, 8];
/** How high the highest step is, in percent of the drawing's height. */
const HIGHEST = 72;

interface Sale {
  readonly data: TokenomicsData;
  readonly pricing: PresalePricing;
  readonly stats: PresaleStats;
}

/** Draws into the ladder what is sold and where the sale is, and under it what has been raised of the goal. */
export function drawPriceLadder(box: HTMLElement, sale: Sale): void {
  const svg = box.querySelector('svg');
  if (svg === null) return;
  const { data, pricing } = sale;
  const isMirrored = document.documentElement.dir === 'rtl';
  const place = (start: number, width = 0) => `${isMirrored ? 100 - start - width : start}%`;
  const remaining = parseDecimal(pricing.tokensRemaining, 0) ?? 0n;
  const { widths, at } = soldOf(PHASES, pricing.phase, remaining);
  const steps = ladderSteps(PHASES);
  for (const [index, { start, height }] of steps.entries()) {
    const [width = 0, high] = [widths[index], Math.round((height * HIGHEST) / 100)];
    if (width === 0) continue;
    const shape = { x: place(start, width), width: `${width}%`, y: `${GROUND - high}%`, height: `${high}%` };
    svg.prepend(drawn('rect', { class: 'ladder-sold', ...shape }));
  }
  const step = steps.find(({ phase }) => phase === pricing.phase);
  const top = GROUND - Math.round(((step?.height ?? 0) * HIGHEST) / 100);
  const x = place(at);
  const isOver = hasEnded(pricing);
  const label = drawn('text', {
    class: 'ladder-label',
    x,
    y: `${PIN}%`,
    dy: -6,
    // Towards the middle of the drawing, so that it never leaves it.
    'text-anchor': Number.parseFloat(x) < 50 ? 'start' : 'end',
    direction: 'ltr',
  });
  label.textContent = data.texts[isOver ? 'tokenomics.ended' : 'tokenomics.here'];
  svg.append(drawn('line', { class: 'ladder-here', x1: x, x2: x, y1: `${PIN}%`, y2: `${top}%` }), label);
  box.append(stateOf(sale, isMirrored));
}

/** How much of the phase is sold, and what has been raised of the goal: in words, and as a bar. */
function stateOf({ data, pricing, stats }: Sale, isMirrored: boolean): HTMLElement {
  const { texts, words, tag } = data;
  const [raised, goal] = [stats.totalRaised, data.goalUsd].map((usd) => toUnits(usd, USD_DECIMALS)) as [bigint, bigint];
  const percent = Number(soldPercent(pricing));
  const isLess = percent > 0 && percent < 0.01;
  const width = raisedWidth(raised, goal);
  const bar = drawn('svg', { class: 'raised', 'aria-hidden': 'true' });
  bar.append(
    drawn('rect', { class: 'raised-part', x: isMirrored ? `${100 - width}%` : 0, width: `${width}%`, height: '100%' }),
    drawn('rect', { width: '100%', height: '100%' }),
  );
  return element(
    'div.ladder-state.note',
    element(
      'p',
      fill(isLess ? words.soldLess : words.sold, {
        ...{ percent: formatPercent(String(isLess ? 0.01 : percent), tag, 0, 2), phase: pricing.phase },
      }),
    ),
    bar,
    element(
      'p.row.row-between',
      element('span', fill(texts['tokenomics.raised'], { raised: formatUsd(stats.totalRaised, tag) })),
      element(
        'span',
        fill(texts['tokenomics.goal'], { goal: dollars(data.goalUsd, tag, { maximumFractionDigits: 0 }) }),
      ),
    ),
  );
}

function drawn(name: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}
