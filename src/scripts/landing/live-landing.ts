import { query } from '#src/client/query.ts';
import { request } from '#src/client/request.ts';
import type { Holdings } from '#src/contract/dashboard.ts';
import type { PaymentStatus, PresalePricing } from '#src/contract/presale.ts';
import type { News } from '#src/contract/records.ts';
import type { ScheduleEntry } from '#src/contract/schedule.ts';
import type { SiteConfig } from '#src/contract/system.ts';
import { formatDay } from '#src/lib/time/format-day.ts';
import { isPurchase, statusFacts } from '#src/purchase/payment-statuses.ts';
import { $answers } from '#src/purchase/pending-purchases.ts';
import { element } from '#src/scripts/shared/dom.ts';
import { onVisible } from '#src/scripts/shared/on-visible.ts';
import { hasEnded } from '#src/stores/presale.ts';
import { $account } from '#src/stores/wallet-state.ts';
import type { LandingTexts } from './landing-texts.ts';
import { dateText, type MileState } from './roadmap-data.ts';

/** The state of a dated entry of the roadmap by that of the schedule's event. */
const STATES: Readonly<Record<ScheduleEntry['status'], MileState>> = {
  happened: 'done',
  passed: 'passed',
  pending: 'planned',
  unknown: 'undated',
};

/** As many entries of the system log as the news show. */
const LATEST = 2;

/** Brings the page up to date where the reader gets to: roadmap, ladder of prices, news, and their own steps. */
export function startLiveLanding(): void {
  const roadmap = document.getElementById('roadmap');
  const news = document.querySelector<HTMLElement>('ol[data-latest]');
  const steps = document.querySelector<HTMLElement>('ol.steps');
  const tokenomics = document.getElementById('tokenomics');
  followBuyBar();
  // Without an answer the page stays as it was built.
  const quietly = (work: Promise<void>) => void work.catch((error: unknown) => console.warn(error));
  if (roadmap !== null) onVisible(roadmap, () => quietly(renewRoadmap(roadmap)));
  if (tokenomics !== null)
    onVisible(tokenomics, () => quietly(import('./tokenomics.ts').then((part) => part.showTokenomics(tokenomics))));
  if (news !== null) onVisible(news, () => quietly(showLatest(news)));
  if (steps !== null)
    onVisible(steps, () => {
      const tick = () => quietly(tickSteps(steps));
      $account.subscribe(tick);
      // What the API says of a payment of this browser, and what happened while the reader was elsewhere.
      $answers.listen(tick);
      document.addEventListener('visibilitychange', () => document.hidden || tick());
    });
}

/** Tells the styles where the reader is: the bar that leads back to the card is "shown" below the hero, then "over". */
function followBuyBar(): void {
  const [first, footer] = ['.buy-bar + *', '.footer'].map((part) => document.querySelector(part));
  if (!first || !footer) return;
  const reached = new Set<Element>();
  const edge = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) reached[isIntersecting ? 'add' : 'delete'](target);
      document.body.dataset.bar = reached.has(footer) ? 'over' : reached.has(first) ? 'shown' : '';
    },
    // What is above the screen counts as reached: a jump across it is no meeting.
    { rootMargin: '999999px 0px 0px' },
  );
  edge.observe(first);
  edge.observe(footer);
}

/** The words of the roadmap and the news. */
function landingTexts(): Promise<LandingTexts> {
  return request('GET', `/landing-texts/${document.documentElement.lang}.json`);
}

async function renewRoadmap(section: HTMLElement): Promise<void> {
  const [{ roadmap }, pricing, { schedule }] = await Promise.all([
    landingTexts(),
    query<PresalePricing>('/api/presale/pricing'),
    query<SiteConfig>('/api/config'),
  ]);
  const write = (id: string, state: MileState, day = '') => {
    const item = section.querySelector(`[data-mile="${id}"]`);
    const group = section.querySelector(`.miles-${state}`);
    if (!item || !group) return;
    // What has not changed keeps its place.
    if (!group.contains(item)) group.querySelector('ol')?.append(item);
    item.querySelector('.note')?.remove();
    if (day !== '') item.append(element('p.note', day));
  };
  write('presale', hasEnded(pricing) ? 'done' : 'now');
  for (const { key, date, basis, status } of schedule)
    write(key, STATES[status], date === null ? '' : dateText(roadmap, formatDay(date, roadmap.tag), basis));
  for (const group of section.querySelectorAll<HTMLElement>('.miles'))
    group.hidden = group.querySelector('.mile') === null;
}

/** What the server recorded last, as the news; the whole log is on a page of its own. */
async function showLatest(list: HTMLElement): Promise<void> {
  const [{ news }, { entries }, { newsItem }] = await Promise.all([
    landingTexts(),
    query<News>('/api/news'),
    import('../news/news-entry.ts'),
  ]);
  list.replaceChildren(...entries.slice(0, LATEST).map((entry) => newsItem(entry, news)));
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
