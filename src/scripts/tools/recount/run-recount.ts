import { checkCredited } from '#src/client/recount/check-credited.ts';
import { jsonRpc } from '#src/client/recount/json-rpc.ts';
import { type CoinRow, presaleBalances } from '#src/client/recount/presale-balances.ts';
import { standingCredits } from '#src/client/recount/standing-credits.ts';
import { SYNX_DECIMALS, USD_DECIMALS } from '#src/config/sale.ts';
import type { Credited } from '#src/contract/records.ts';
import { formatUnits, toUnits } from '#src/lib/money/decimal.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatNumber, formatUsd } from '#src/lib/text/format-number.ts';
import { element, ltr } from '#src/scripts/shared/dom.ts';
import type { RecountData } from './recount-data.ts';

/** Payments read at once from one node, and differing ones that are listed. */
const AT_ONCE = 4;
const LISTED = 50;

/**
 * Recounts the sale and shows every step in `box`; ends early when `signal` says so. Throws where the records cannot be
 * read.
 */
export async function runRecount(box: HTMLElement, data: RecountData, signal: AbortSignal): Promise<void> {
  const { texts, tag } = data;
  const number = (value: number) => formatNumber(String(value), tag);
  const usd = (micro: bigint) => formatUsd(formatUnits(micro, USD_DECIMALS), tag, USD_DECIMALS);
  const synx = (nano: bigint) => formatNumber(formatUnits(nano, SYNX_DECIMALS), tag, 0, SYNX_DECIMALS);
  const say = (key: keyof typeof texts, values: Record<string, string> = {}, look?: string) => {
    const line = element('p', { class: look }, fill(texts[key], values));
    box.append(line);
    return line;
  };

  const { verdict, credits, corrections, refunds, raised, sold } = await standingCredits();
  if (verdict.problems.length === 0)
    say('recount.records', { count: number(verdict.records), days: number(verdict.days) }, 'success');
  else box.append(...problemList(texts['recount.broken'], verdict.problems));
  const compare = (line: HTMLElement, { counted, shown }: typeof raised, format: (units: bigint) => string) => {
    const difference = counted > shown ? counted - shown : shown - counted;
    line.append(
      ' ',
      difference === 0n
        ? element('span', { class: 'success' }, texts['recount.equal'])
        : element('span', { class: 'danger' }, fill(texts['recount.different'], { difference: format(difference) })),
    );
  };
  const both = ({ counted, shown }: typeof raised, format: (units: bigint) => string) => ({
    counted: format(counted),
    shown: format(shown),
  });
  compare(say('recount.total', both(raised, usd)), raised, usd);
  const corrected = { corrections: number(corrections.length) };
  compare(say('recount.tokens', { ...both(sold, synx), ...corrected }), sold, synx);
  if (refunds.length > 0) {
    const paid = refunds.reduce((sum, refund) => sum + toUnits(refund.usd, USD_DECIMALS), 0n);
    say('recount.refunds', { count: number(refunds.length), usd: usd(paid) });
  }

  const progress = say('recount.reading', { done: number(0), total: number(credits.length) }, 'note number');
  const differing: Credited[] = [];
  let [done, held, unread] = [0, 0, 0];
  await Promise.all(
    data.sources.map(async ({ chainId, url }) => {
      const source = jsonRpc(url, signal);
      const own = credits.filter((credit) => credit.chainId === chainId).values();
      const work = async () => {
        for (const credit of own) {
          if (signal.aborted) return;
          try {
            if (await checkCredited(source, data.presaleAddress, credit)) held += 1;
            else differing.push(credit);
          } catch {
            unread += 1;
          }
          done += 1;
          progress.textContent = fill(texts['recount.reading'], { done: number(done), total: number(credits.length) });
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    }),
  );
  say('recount.holds', { count: number(held) }, differing.length === 0 && unread === 0 ? 'success' : undefined);
  if (differing.length > 0) {
    say('recount.differs', { count: number(differing.length) }, 'danger');
    box.append(element('ul', {}, ...differing.slice(0, LISTED).map((credit) => trackItem(credit, data.trackPath))));
  }
  if (unread > 0) say('recount.unread', { count: number(unread) }, 'warning');
  if (signal.aborted) {
    say('recount.stopped', {}, 'note');
    return;
  }

  const rows: HTMLElement[] = [];
  const notes: HTMLElement[] = [];
  for (const { chainId, name, url } of data.sources) {
    try {
      const { coins, sent } = await presaleBalances(jsonRpc(url, signal), data.presaleAddress, chainId, credits);
      rows.push(...coins.map((coin) => coinRow(name, coin, tag)));
      const words = sent === null ? 'recount.contract' : 'recount.sent';
      notes.push(element('li', {}, fill(texts[words], { chain: name, count: number(sent ?? 0) })));
    } catch {
      notes.push(element('li', { class: 'warning' }, fill(texts['recount.unreachable'], { chain: name })));
    }
  }
  const heading = (key: 'coin' | 'credited' | 'balance' | 'difference') =>
    element('th', { scope: 'col' }, texts[`recount.${key}`]);
  const columns = (['coin', 'credited', 'balance', 'difference'] as const).map(heading);
  box.append(
    element(
      'div',
      { class: 'table-scroll', tabindex: 0, role: 'region', 'aria-label': texts['recount.balance'] },
      element('table', {}, element('thead', {}, element('tr', {}, ...columns)), element('tbody', {}, ...rows)),
    ),
    element('p', { class: 'note' }, texts['recount.more']),
    element('ul', { class: 'note' }, ...notes),
  );
}

function problemList(heading: string, problems: readonly string[]): HTMLElement[] {
  const lines = problems.map((problem) => element('li', {}, problem));
  return [element('p', { class: 'danger' }, heading), element('ul', { lang: 'en', dir: 'ltr' }, ...lines)];
}

function trackItem({ transactionHash, chainId }: Credited, trackPath: string): HTMLElement {
  const href = `${trackPath}?hash=${transactionHash}&chain=${chainId}`;
  return element('li', {}, element('a', { class: 'break', href }, ltr(transactionHash)));
}

function coinRow(chain: string, { symbol, decimals, credited, balance }: CoinRow, tag: string): HTMLElement {
  const amount = (units: bigint) => formatNumber(formatUnits(units, decimals), tag, 0, decimals);
  const more = balance - credited;
  const cell = (text: string) => element('td', { class: 'number' }, ltr(text));
  return element(
    'tr',
    {},
    element('th', { scope: 'row' }, `${chain} · ${symbol}`),
    cell(amount(credited)),
    cell(amount(balance)),
    cell(more > 0n ? `+${amount(more)}` : amount(more)),
  );
}
