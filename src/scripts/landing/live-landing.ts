import { query } from '#src/client/query.ts';
import { request } from '#src/client/request.ts';
import type { Holdings } from '#src/contract/dashboard.ts';
import type { PaymentStatus, PresalePricing } from '#src/contract/presale.ts';
import type { ScheduleEntry } from '#src/contract/schedule.ts';
import type { SiteConfig } from '#src/contract/system.ts';
import { formatDay } from '#src/lib/time/format-day.ts';
import { isPurchase, statusFacts } from '#src/purchase/payment-statuses.ts';
import { $answers } from '#src/purchase/pending-purchases.ts';
import { element } from '#src/scripts/shared/dom.ts';
import { onVisible } from '#src/scripts/shared/on-visible.ts';
import { $account } from '#src/stores/wallet-state.ts';
import { dateText, type MileState, type RoadmapData } from './roadmap-data.ts';

/** The state of a dated entry of the roadmap by that of the schedule's event. */
const STATES: Readonly<Record<ScheduleEntry['status'], MileState>> = {
  happened: 'done',
  passed: 'passed',
  pending: 'planned',
  unknown: 'undated',
};

/**
 * The page may be older than its reader: once the reader gets there, the server says what the roadmap states about the
 * sale and its dates, where the sale is on the ladder of prices, and which steps of a purchase this visitor has done.
 */
export function startLiveLanding(): void {
  const roadmap = document.querySelector<HTMLElement>('ol.roadmap');
  const steps = document.querySelector<HTMLElement>('ol.steps');
  const tokenomics = document.getElementById('tokenomics');
  // Without an answer the page stays as it was built.
  const quietly = (work: Promise<void>) => void work.catch((error: unknown) => console.warn(error));
  if (roadmap !== null) onVisible(roadmap, () => quietly(renewRoadmap(roadmap)));
  if (tokenomics !== null)
    onVisible(tokenomics, () => quietly(import('./tokenomics.ts').then((part) => part.showTokenomics(tokenomics))));
  if (steps !== null)
    onVisible(steps, () => {
      const tick = () => quietly(tickSteps(steps));
      $account.subscribe(tick);
      // What the API says of a payment of this browser, and what happened while the reader was elsewhere.
      $answers.listen(tick);
      document.addEventListener('visibilitychange', () => document.hidden || tick());
    });
}

async function renewRoadmap(list: HTMLElement): Promise<void> {
  const [data, { saleStatus }, { schedule }] = await Promise.all([
    request<RoadmapData>('GET', `/roadmap-texts/${document.documentElement.lang}.json`),
    query<PresalePricing>('/api/presale/pricing'),
    query<SiteConfig>('/api/config'),
  ]);
  const write = (id: string, state: MileState, day = '') => {
    const item = list.children[data.ids.indexOf(id)];
    const mark = item?.querySelector('.tag');
    if (!item || !mark) return;
    item.className = `mile mile-${state}`;
    mark.className = `tag tag-${state}`;
    mark.textContent = data.states[state];
    item.querySelector('.note')?.remove();
    if (day !== '') mark.after(element('span', { class: 'note' }, day));
  };
  write('presale', saleStatus === 'closed' || saleStatus === 'sold-out' ? 'done' : 'now');
  for (const { key, date, basis, status } of schedule)
    write(key, STATES[status], date === null ? '' : dateText(data, formatDay(date, data.tag), basis));
}

let asked = 0;

/** Ticks the steps that the connected wallet has done; if answers overtake each other, the latest request counts. */
async function tickSteps(list: HTMLElement): Promise<void> {
  asked += 1;
  const own = asked;
  const account = $account.get();
  const purchases = account === null ? [] : (await query<Holdings>('/api/dashboard/holdings', account)).purchases;
  if (own !== asked) return;
  const statuses = purchases.map(({ status }) => status);
  list.toggleAttribute('data-bought', statuses.some(isBought));
  list.toggleAttribute('data-credited', statuses.includes('credited'));
}

/** Payments that brought nothing, and those of debug mode, are no purchase. */
function isBought(status: PaymentStatus): boolean {
  return isPurchase(status) && statusFacts(status).group !== 'other';
}
