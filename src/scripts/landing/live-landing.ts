import { query } from '#src/client/query.ts';
import { request } from '#src/client/request.ts';
import type { Holdings } from '#src/contract/dashboard.ts';
import type { PresalePricing } from '#src/contract/presale.ts';
import type { ScheduleEntry } from '#src/contract/schedule.ts';
import type { SiteConfig } from '#src/contract/system.ts';
import { formatDay } from '#src/lib/time/format-day.ts';
import { element } from '#src/scripts/shared/dom.ts';
import { onVisible } from '#src/scripts/shared/on-visible.ts';
import { $wallet } from '#src/stores/wallet-state.ts';
import { dateText, type MileState, type RoadmapData } from './roadmap-data.ts';

/** The state of a dated entry of the roadmap by that of the schedule's event. */
const STATES: Readonly<Record<ScheduleEntry['status'], MileState>> = {
  happened: 'done',
  passed: 'passed',
  pending: 'planned',
  unknown: 'undated',
};

/**
 * The page was built earlier than it is read: what the roadmap says of the sale and of its dates, and which steps of a
 * purchase this visitor has done, come from the server once the reader gets there.
 */
export function startLiveLanding(): void {
  const roadmap = document.querySelector<HTMLElement>('ol.roadmap');
  const steps = document.querySelector<HTMLElement>('ol.steps');
  // Without an answer the page remains as it was built.
  const quietly = (work: Promise<void>) => void work.catch((error: unknown) => console.warn(error));
  if (roadmap !== null) onVisible(roadmap, () => quietly(renewRoadmap(roadmap)));
  if (steps !== null)
    onVisible(steps, () => {
      $wallet.subscribe(({ account }) => quietly(tickSteps(steps, account)));
      // A purchase that was just credited.
      addEventListener('synx:purchase', () => quietly(tickSteps(steps, $wallet.get().account)));
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

/** Marks the steps that the connected wallet has done. */
async function tickSteps(list: HTMLElement, account: string | null): Promise<void> {
  const purchases =
    account === null ? [] : (await query<Holdings>('/api/dashboard/holdings', account.toLowerCase())).purchases;
  list.toggleAttribute('data-bought', purchases.length > 0);
  list.toggleAttribute(
    'data-credited',
    purchases.some(({ status }) => status === 'credited'),
  );
}
