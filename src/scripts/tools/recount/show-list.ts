import { loadListTexts } from '#src/client/load-list-texts.ts';
import type { RecountedList } from '#src/client/recount/recount-list.ts';
import { type RecountProgress, startRecount } from '#src/client/recount/start-recount.ts';
import { request } from '#src/client/request.ts';
import { SYNX_DECIMALS } from '#src/config/sale.ts';
import type { AllocationView } from '#src/contract/allocation.ts';
import type { ListTexts } from '#src/i18n/namespace.ts';
import { AMOUNT_KINDS, totalOf } from '#src/lib/allocation/entry.ts';
import { formatUnits } from '#src/lib/money/decimal.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatNumber } from '#src/lib/text/format-number.ts';
import { element, facts, ltr } from '#src/scripts/shared/dom.ts';

/** Fills the section with the recount of the list, which begins with its button. Throws RequestError. */
export async function startList(box: HTMLElement): Promise<void> {
  const texts = await loadListTexts();
  const tag = box.dataset.list ?? '';
  const start = element('button.button.button-primary', { type: 'button' }, texts['allocation.list.start']);
  const stop = element('button.button', { type: 'button', hidden: true }, texts['recount.stop']);
  const progress = element('p.note.number');
  const result = element('div.stack', { role: 'status' });
  let running: ReturnType<typeof startRecount> | null = null;
  stop.addEventListener('click', () => running?.stop());
  start.addEventListener('click', async () => {
    start.disabled = true;
    stop.hidden = false;
    result.replaceChildren();
    try {
      running = startRecount(null, (at) => {
        progress.textContent = stepOf(texts, at, tag);
      });
      const recounted = await running.recounted;
      // What the server says now, of a draft that can change while the page is open.
      const told = recounted === null ? null : await request<AllocationView>('GET', '/api/allocation');
      if (recounted === null || told === null) result.append(element('p.note', texts['allocation.stopped']));
      else result.append(...verdict(texts, tag, recounted, told));
    } catch (error) {
      console.warn(error);
      result.append(element('p.danger', texts['recount.failed']));
    }
    progress.textContent = '';
    start.disabled = false;
    stop.hidden = true;
  });
  box.append(
    element('h2', { id: 'recount-list' }, texts['allocation.list.title']),
    element('p', texts['allocation.list.text']),
    element('p.row', start, stop),
    progress,
    result,
  );
  box.hidden = false;
}

function stepOf(texts: ListTexts, progress: RecountProgress, tag: string): string {
  const numbers = Object.entries(progress).map(([name, value]) => [name, formatNumber(String(value), tag)]);
  return fill(texts['allocation.step'], Object.fromEntries(numbers));
}

/** Whether both lists are the same, and what was counted here; beside it what the site says, where that differs. */
function verdict(
  texts: ListTexts,
  tag: string,
  { list, problems }: RecountedList,
  told: AllocationView,
): readonly HTMLElement[] {
  const synx = (units: bigint) => `${formatNumber(formatUnits(units, SYNX_DECIMALS), tag, 0, SYNX_DECIMALS)} SYNX`;
  const rows =
    list === null
      ? []
      : [
          [texts['allocation.list.root'], list.root, told.root ?? '–'],
          [texts['allocation.list.hash'], list.hash, told.listHash ?? '–'],
          [
            texts['allocation.list.wallets'],
            ...[list.count, told.wallets].map((count) => formatNumber(String(count), tag)),
          ],
          ...AMOUNT_KINDS.map((kind) => [
            texts[`claim.kind.${kind}`],
            synx(list.totals[kind]),
            synx(BigInt(told.totals[kind])),
          ]),
          [texts['claim.total'], synx(totalOf(list.totals)), synx(BigInt(told.total))],
        ];
  const isSame = list !== null && problems.length === 0 && rows.every(([, counted, shown]) => counted === shown);
  return [
    element(isSame ? 'p.success' : 'p.danger', texts[`allocation.list.${isSame ? 'same' : 'different'}`]),
    ...(problems.length === 0
      ? []
      : [element('ul', { lang: 'en', dir: 'ltr' }, ...problems.map((problem) => element('li', problem)))]),
    facts(rows.map(([label = '', counted = '', shown = '']) => [label, counting(texts, counted, shown)])),
  ];
}

function counting(texts: ListTexts, counted: string, shown: string): HTMLElement {
  const value = ltr(counted, 'break');
  if (counted === shown) return value;
  return element('span', value, ' ', element('span.danger', fill(texts['allocation.list.shown'], { value: shown })));
}
