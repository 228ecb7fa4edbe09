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
  showRecords(page, standing);
  await readPayments(page, standing.credits, signal);
  if (signal.aborted) return void page.say('recount.stopped', {}, 'note');
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

/** Whether the records are complete, and whether their sums match those on the site. */
function showRecords(page: RecountPage, standing: Standing): void {
  const { verdict, corrections, refunds, raised, sold } = standing;
  const { texts, tag } = page.data;
  const usd = (micro: bigint) => formatUsd(formatUnits(micro, USD_DECIMALS), tag, USD_DECIMALS);
  const synx = (nano: bigint) => formatNumber(formatUnits(nano, SYNX_DECIMALS), tag, 0, SYNX_DECIMALS);
  const both = ({ counted, shown }: Standing['raised'], format: (units: bigint) => string) => ({
    counted: format(counted),
    shown: format(shown),
  });
  const compare = (line: HTMLElement, { counted, shown }: Standing['raised'], format: (units: bigint) => string) => {
    const difference = counted > shown ? counted - shown : shown - counted;
    line.append(
      ' ',
      difference === 0n
        ? element('span.success', texts['recount.equal'])
        : element('span.danger', fill(texts['recount.different'], { difference: format(difference) })),
    );
  };
  if (verdict.problems.length === 0) {
    const counts = { count: page.number(verdict.records), days: page.number(verdict.days) };
    page.say('recount.records', counts, 'success');
  } else page.box.append(...problemList(texts['recount.broken'], verdict.problems));
  compare(page.say('recount.total', both(raised, usd)), raised, usd);
  const corrected = { corrections: page.number(corrections.length) };
  compare(page.say('recount.tokens', { ...both(sold, synx), ...corrected }), sold, synx);
  compare(page.say('recount.staked', both(standing.staked, synx)), standing.staked, synx);
  const points = (count: bigint) => formatNumber(String(count), tag);
  compare(page.say('recount.points', both(standing.points, points)), standing.points, points);
  if (refunds.length > 0) {
    const paid = refunds.reduce((sum, refund) => sum + toUnits(refund.usd, USD_DECIMALS), 0n);
    page.say('recount.refunds', { count: page.number(refunds.length), usd: usd(paid) });
  }
}

/** Compares every credit with its transaction on chain, a few at once from each source. */
async function readPayments(page: RecountPage, credits: readonly Credited[], signal: AbortSignal): Promise<void> {
  const { texts, sources, presaleAddress, trackPath } = page.data;
  const total = page.number(credits.length);
  const progress = page.say('recount.reading', { done: page.number(0), total }, 'note number');
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
}

/** Compares the credits of each chain with the presale address's balance there. */
async function readBalances(page: RecountPage, credits: readonly Credited[], signal: AbortSignal): Promise<void> {
  const { texts, tag, sources, presaleAddress } = page.data;
  const rows: HTMLElement[] = [];
  const notes: HTMLElement[] = [];
  for (const { chainId, name, url } of sources) {
    try {
      const { coins, sent } = await presaleBalances(jsonRpc(url, signal), presaleAddress, chainId, credits);
      rows.push(...coins.map((coin) => coinRow(name, coin, tag)));
      const words = sent === null ? 'recount.contract' : 'recount.sent';
      notes.push(element('li', fill(texts[words], { chain: name, count: page.number(sent ?? 0) })));
    } catch {
      notes.push(element('li.warning', fill(texts['recount.unreachable'], { chain: name })));
    }
  }
  const heading = (key: 'coin' | 'credited' | 'balance' | 'difference') =>
    element('th', { scope: 'col' }, texts[`recount.${key}`]);
  const columns = (['coin', 'credited', 'balance', 'difference'] as const).map(heading);
  page.box.append(
    element(
      'div.table-scroll',
      { tabindex: 0, role: 'region', 'aria-label': texts['recount.balance'] },
      element('table', element('thead', element('tr', ...columns)), element('tbody', ...rows)),
    ),
    element('p.note', texts['recount.more']),
    element('ul.note', ...notes),
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

function coinRow(chain: string, { symbol, decimals, credited, balance }: CoinRow, tag: string): HTMLElement {
  const amount = (units: bigint) => formatNumber(formatUnits(units, decimals), tag, 0, decimals);
  const more = balance - credited;
  const cell = (text: string) => element('td.number', ltr(text));
  return element(
    'tr',
    element('th', { scope: 'row' }, `${chain} · ${symbol}`),
    cell(amount(credited)),
    cell(amount(balance)),
    cell(more > 0n ? `+${amount(more)}` : amount(more)),
  );
}
