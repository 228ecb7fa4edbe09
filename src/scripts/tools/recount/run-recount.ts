import { jsonRpc } from '#src/client/json-rpc.ts';
import { checkCredited } from '#src/client/recount/check-credited.ts';
import { type CoinRow, presaleBalances } from '#src/client/recount/presale-balances.ts';
import { standingCredits } from '#src/client/recount/standing-credits.ts';
import { SYNX_DECIMALS, USD_DECIMALS } from '#src/config/sale.ts';
import type { Credited } from '#src/contract/records.ts';
import { formatUnits, toUnits } from '#src/lib/money/decimal.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatNumber, formatUsd } from '#src/lib/text/format-number.ts';
import { element, ltr } from '#src/scripts/shared/dom.ts';
import type { RecountData } from './recount-data.ts';

/** Payments read at once from one node, and the number of listed differences. */
const AT_ONCE = 4;
const LISTED = 50;

/** Recounts the sale and shows each step in `box`, until `signal` aborts. Throws if the records cannot be read. */
export async function runRecount(box: HTMLElement, data: RecountData, signal: AbortSignal): Promise<void> {
  const page = new RecountPage(box, data);
  const standing = await standingCredits();
  const first = page.say('recount.reading', { done: page.number(0), total: page.number(standing.credits.length) });
  first.className = 'note number';
  const isSame = showRecords(page, standing);
  const isWhole = await readPayments(page, first, standing.credits, signal);
  if (signal.aborted) return void page.say('recount.stopped', {}, 'note');
  if (isSame && isWhole) first.replaceWith(element('p.success', data.texts['recount.equal']));
  await readBalances(page, standing.credits, signal);
}

type Standing = Awaited<ReturnType<typeof standingCredits>>;

/** The recount's output, with its number formats. */
class RecountPage {
  readonly box: HTMLElement;
  readonly data: RecountData;

  constructor(box: HTMLElement, data: RecountData) {
    this.box = box;
    this.data = data;
  }

  number(value: number): string {
    return formatNumber(String(value), this.data.tag);
  }

  say(key: keyof RecountData['texts'], values: Record<string, string> = {}, look?: string): HTMLElement {
    const line = element('p', { class: look }, fill(this.data.texts[key], values));
    this.box.append(line);
    return line;
  }
}

/** Shows the records and their sums next to those on the site, and returns whether all is as it should be. */
function showRecords(page: RecountPage, standing: Standing): boolean {
  const { verdict, corrections, refunds, raised, sold, staked, points } = standing;
  const { texts, tag, raised: money } = page.data;
  const usd = (micro: bigint, digits = 2) => formatUsd(formatUnits(micro, USD_DECIMALS), tag, digits);
  const synx = (nano: bigint) => formatNumber(formatUnits(nano, SYNX_DECIMALS), tag, 0, SYNX_DECIMALS);
  const number = (count: bigint) => formatNumber(String(count), tag);
  const isSound = verdict.problems.length === 0;
  if (isSound) page.say('recount.records', { count: page.number(verdict.records) }, 'success');
  else page.box.append(...problemList(texts['recount.broken'], verdict.problems));
  // None until the first day is over.
  if (isSound && verdict.days > 0) page.say('recount.days', { days: page.number(verdict.days) }, 'success');
  const corrected = fill(texts['recount.tokens'], { corrections: page.number(corrections.length) });
  const columns = [texts['recount.counted'], texts['recount.shown'], texts['recount.difference']] as const;
  const rows = [
    [money, raised, usd],
    [corrected, sold, synx],
    [texts['recount.staked'], staked, synx],
    [texts['recount.points'], points, number],
  ] as const;
  page.box.append(
    table(
      texts['recount.counted'],
      ['', ...columns],
      rows.map(([name, { counted, shown }, format]) => {
        const difference = shown - counted;
        const words = format === usd ? usd(difference, USD_DECIMALS) : format(difference);
        const look = difference === 0n ? 'success' : 'danger';
        return row(name, columns, [format(counted), format(shown), words], look);
      }),
    ),
  );
  if (refunds.length > 0) {
    const paid = refunds.reduce((sum, refund) => sum + toUnits(refund.usd, USD_DECIMALS), 0n);
    page.say('recount.refunds', { count: page.number(refunds.length), usd: usd(paid) });
  }
  return isSound && rows.every(([, { counted, shown }]) => counted === shown);
}

/** Compares every credit with its transaction on chain, a few at once from each source; whether all are as credited. */
async function readPayments(
  page: RecountPage,
  progress: HTMLElement,
  credits: readonly Credited[],
  signal: AbortSignal,
): Promise<boolean> {
  const { texts, sources, presaleAddress, trackPath } = page.data;
  const total = page.number(credits.length);
  const differing: Credited[] = [];
  let [done, held, unread] = [0, 0, 0];
  await Promise.all(
    sources.map(async ({ chainId, url }) => {
      const source = jsonRpc(url, signal);
      const own = credits.filter((credit) => credit.chainId === chainId).values();
      const work = async () => {
        for (const credit of own) {
          if (signal.aborted) return;
          try {
            if (await checkCredited(source, presaleAddress, credit)) held += 1;
            else differing.push(credit);
          } catch {
            unread += 1;
          }
          done += 1;
          progress.textContent = fill(texts['recount.reading'], { done: page.number(done), total });
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
    }),
  );
  const isWhole = differing.length === 0 && unread === 0;
  page.say('recount.holds', { count: page.number(held) }, isWhole ? 'success' : undefined);
  if (differing.length > 0) {
    page.say('recount.differs', { count: page.number(differing.length) }, 'danger');
    page.box.append(element('ul', ...differing.slice(0, LISTED).map((credit) => trackItem(credit, trackPath))));
  }
  if (unread > 0) page.say('recount.unread', { count: page.number(unread) }, 'warning');
  return isWhole;
}

/** Compares the credits of each chain with the presale address's balance there. */
async function readBalances(page: RecountPage, credits: readonly Credited[], signal: AbortSignal): Promise<void> {
  const { texts, tag, sources, presaleAddress } = page.data;
  const columns = [texts['recount.credited'], texts['recount.balance'], texts['recount.difference']] as const;
  const rows: HTMLElement[] = [];
  const empty: HTMLElement[] = [];
  const notes: HTMLElement[] = [];
  for (const { chainId, name, url } of sources) {
    try {
      const { coins, sent } = await presaleBalances(jsonRpc(url, signal), presaleAddress, chainId, credits);
      for (const coin of coins)
        (coin.credited === 0n && coin.balance === 0n ? empty : rows).push(coinRow(name, coin, { columns, tag }));
      const words = sent === null ? 'recount.contract' : 'recount.sent';
      notes.push(element('li', fill(texts[words], { chain: name, count: page.number(sent ?? 0) })));
    } catch {
      notes.push(element('li.warning', fill(texts['recount.unreachable'], { chain: name })));
    }
  }
  const heads = [texts['recount.coin'], ...columns];
  if (rows.length > 0) page.box.append(table(texts['recount.balance'], heads, rows));
  if (empty.length > 0) {
    const zero = texts['recount.zero'];
    page.box.append(element('details', element('summary.link', zero), table(zero, heads, empty)));
  }
  page.box.append(element('p.note', texts['recount.more']), element('ul.note', ...notes));
}

/** A table named by `label`; on a phone each row is a list of its cells. */
function table(label: string, heads: readonly string[], rows: readonly HTMLElement[]): HTMLElement {
  const columns = heads.map((head, index) =>
    head === '' ? element('td') : element('th', { scope: 'col', class: index > 0 && 'end' }, head),
  );
  return element(
    'div.table-scroll',
    { tabindex: 0, role: 'region', 'aria-label': label },
    element('table.data.stacked', element('thead', element('tr', ...columns)), element('tbody', ...rows)),
  );
}

function row(name: string, columns: readonly string[], cells: readonly string[], look = ''): HTMLElement {
  return element(
    'tr',
    element('th', { scope: 'row' }, name),
    ...cells.map((text, index) =>
      element('td.end', { 'data-column': columns[index] }, ltr(text, index === cells.length - 1 ? look : '')),
    ),
  );
}

function problemList(heading: string, problems: readonly string[]): HTMLElement[] {
  const lines = problems.map((problem) => element('li', problem));
  return [element('p.danger', heading), element('ul', { lang: 'en', dir: 'ltr' }, ...lines)];
}

function trackItem({ transactionHash, chainId }: Credited, trackPath: string): HTMLElement {
  const href = `${trackPath}?hash=${transactionHash}&chain=${chainId}`;
  return element('li', element('a.break', { href }, ltr(transactionHash)));
}

function coinRow(
  chain: string,
  { symbol, decimals, credited, balance }: CoinRow,
  { columns, tag }: { readonly columns: readonly string[]; readonly tag: string },
): HTMLElement {
  const amount = (units: bigint) => formatNumber(formatUnits(units, decimals), tag, 0, decimals);
  const more = balance - credited;
  const difference = more > 0n ? `+${amount(more)}` : amount(more);
  return row(`${chain} · ${symbol}`, columns, [amount(credited), amount(balance), difference]);
}
