import { query } from '#src/client/query.ts';
import { serverTime } from '#src/client/server-time.ts';
import { DEFAULT_STAKING_APY } from '#src/config/sale.ts';
import type { SiteConfig } from '#src/contract/system.ts';
import { heightOf, placeOf } from '#src/lib/charts/phases.ts';
import { yearlyRate } from '#src/lib/money/staking-format.ts';
import { formatPercent } from '#src/lib/text/format-number.ts';

/** Places the dates of the drawing as of today, and today at the rate that is recorded. */
async function refreshPhases(): Promise<void> {
  const drawing = document.querySelector<SVGElement>('[data-phases]');
  if (drawing === null) return;
  const { phases: tge = '', tag = 'en' } = drawing.dataset;
  const isMirrored = document.documentElement.dir === 'rtl';
  for (const mark of drawing.querySelectorAll<SVGElement>('[data-day]')) {
    const place = placeOf(mark.dataset.day ?? '', tge, serverTime() ?? Date.now());
    mark.setAttribute('x', `${isMirrored ? 100 - place : place}%`);
  }
  const { stakingApy } = await query<SiteConfig>('/api/config');
  const rate = yearlyRate(stakingApy, DEFAULT_STAKING_APY);
  drawing.querySelector('[data-part="recorded"]')?.setAttribute('y', `${Math.max(0, heightOf(rate))}%`);
  for (const text of document.querySelectorAll('[data-part="recorded-rate"]'))
    text.textContent = formatPercent(rate, tag, 0, 4);
}

refreshPhases().catch((error: unknown) => console.warn(error));
