import { keepAsking } from '#src/client/poll.ts';
import { query } from '#src/client/query.ts';
import { CHAINS } from '#src/config/chains.ts';
import { findToken } from '#src/config/tokens.ts';
import type { CryptoPrices, PresalePricing, PresaleStats } from '#src/contract/presale.ts';
import type { SiteConfig } from '#src/contract/system.ts';
import type { Texts } from '#src/i18n/namespace.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatNumber, formatPercent, formatUsd } from '#src/lib/text/format-number.ts';
import { listOf } from '#src/lib/text/joins.ts';
import { formatTime } from '#src/lib/time/format-time.ts';
import { element, pageData, part } from '#src/scripts/shared/dom.ts';

/** The data of the page of all numbers for its script. */
export interface ConfigData {
  readonly texts: Texts<'config'>;
  readonly failed: string;
  readonly tag: string;
}

const SECONDS = 30;

interface Live {
  readonly pricing: PresalePricing;
  readonly prices: CryptoPrices;
  readonly stats: PresaleStats;
  readonly config: SiteConfig;
}

const root = document.querySelector<HTMLElement>('[data-live]');
if (root !== null) start(root);

/** Replaces the defaults with the server's values, each with its age. */
function start(box: HTMLElement): void {
  const { texts, failed, tag } = pageData<ConfigData>('config-data');
  const link = element('a.link', { href: '/api/facts' }, texts['config.factsData']);
  document.querySelector('[data-facts]')?.replaceChildren(link);
  const ages = new Map<string, number>();
  const write = (key: string, value: string | null, readAt: number) => {
    const row = box.querySelector<HTMLElement>(`[data-value="${key}"]`);
    if (row === null || value === null) return;
    part(row, 'value').textContent = value;
    ages.set(key, readAt);
  };
  const list = (names: readonly string[]) => listOf(names, tag) || texts['config.none'];
  const show = ({ pricing, prices, stats, config }: Live) => {
    const now = Date.now();
    part(box, 'failed').textContent = '';
    write('token', formatUsd(pricing.currentPrice, tag, 4), now);
    write('next', pricing.nextPhasePrice === null ? '–' : formatUsd(pricing.nextPhasePrice, tag, 4), now);
    write('phase', String(pricing.phase), now);
    write('remaining', formatNumber(pricing.tokensRemaining, tag), now);
    write('window', formatTime(pricing.windowEndsAt, tag), now);
    write('windowNumber', formatNumber(String(pricing.windowNumber), tag), now);
    write('sale', texts[`config.sale.${pricing.saleStatus}`], now);
    const missing = pricing.offers.filter(({ offered }) => !offered);
    write(
      'notOffered',
      list(
        missing.map(
          ({ chainId, paymentMethod }) =>
            `${CHAINS[chainId].name} ${findToken(chainId, paymentMethod)?.display ?? paymentMethod}`,
        ),
      ),
      now,
    );
    write('raised', formatUsd(stats.totalRaised, tag), now);
    write('progress', formatPercent(String(config.progressPercent), tag, 0, 2), now);
    write('purchases', formatNumber(String(stats.purchases), tag), now);
    write('sold', formatNumber(stats.tokensSold, tag, 0, 9), now);
    write('goal', formatUsd(config.goalRaise, tag), now);
    write('apy', config.stakingApy === undefined ? null : formatPercent(config.stakingApy, tag, 0, 4), now);
    write('debug', texts[config.debugMode ? 'config.on' : 'config.off'], now);
    write('proof', texts[`config.proof.${config.walletProof}`], now);
    const reachable = config.chains.filter((chain) => chain.reachable);
    write('networks', list(reachable.map(({ chainId }) => CHAINS[chainId].name)), now);
    write('withdrawn', list(config.withdrawnBuilds), now);
    for (const { priceKey } of Object.values(CHAINS)) {
      const [value, time] = [prices[priceKey], prices.updatedAt[priceKey]];
      if (value !== null && time !== null) write(priceKey, formatUsd(value, tag, 4), Date.parse(time));
    }
    tick();
  };
  const tick = () => {
    for (const [key, at] of ages) {
      const row = box.querySelector<HTMLElement>(`[data-value="${key}"]`);
      const seconds = Math.max(0, Math.round((Date.now() - at) / 1000));
      if (row !== null)
        part(row, 'age').textContent = fill(texts['config.ago'], { seconds: formatNumber(String(seconds), tag) });
    }
  };
  setInterval(tick, 1_000);
  keepAsking<Live>({
    load,
    secondsOf: () => SECONDS,
    show,
    fail: () => {
      part(box, 'failed').textContent = failed;
    },
  });
}

async function load(): Promise<Live> {
  const [pricing, prices, stats, config] = await Promise.all([
    query<PresalePricing>('/api/presale/pricing'),
    query<CryptoPrices>('/api/crypto/prices'),
    query<PresaleStats>('/api/presale/stats'),
    query<SiteConfig>('/api/config'),
  ]);
  return { pricing, prices, stats, config };
}
