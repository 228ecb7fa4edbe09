import { USD_DECIMALS } from '#src/config/sale.ts';
import type { PresalePricing } from '#src/contract/presale.ts';
import { readAmountInput } from '#src/lib/money/amount-input.ts';
import { formatUnits, parseDecimal } from '#src/lib/money/decimal.ts';
import { allot, VALUE_PER_MICRO } from '#src/lib/money/quote.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatNumber, formatUsd } from '#src/lib/text/format-number.ts';
import { stockOf } from '#src/purchase/offer/purchase-rules.ts';
import { element } from '#src/scripts/shared/dom.ts';
import type { TokenomicsData } from './tokenomics-data.ts';

const START = '500';
const FIELD = 'buys-usd';

/** What so many dollars (decimal text) buy of the stock that the sale has now. */
export function boughtFor(usd: string, pricing: PresalePricing) {
  const value = (parseDecimal(usd, USD_DECIMALS) ?? 0n) * VALUE_PER_MICRO;
  const { tokens, spent, unallotted } = allot(value, stockOf({ synx: pricing.currentPrice }, pricing));
  // Rounded up to a micro-dollar: an average is never below the lowest price.
  const average = tokens === 0n ? null : (spent / VALUE_PER_MICRO + tokens - 1n) / tokens;
  return { tokens, average, isMore: unallotted > 0n };
}

/** Lets the reader enter dollars, and says how many SYNX they buy, and which share of the supply that is. */
export function startShareCalculator(box: HTMLElement, data: TokenomicsData, pricing: PresalePricing): void {
  const { texts, words, tag, supply } = data;
  const input = element('input.input.input-number.ltr', {
    id: FIELD,
    inputmode: 'decimal',
    autocomplete: 'off',
    value: START,
  });
  const [tokens, share, price] = [output(), output(), output()];
  const note = element('p.note');
  // Cut as on the dashboard: a share is never said to be larger than it is.
  const percent = new Intl.NumberFormat(tag, {
    style: 'percent',
    maximumSignificantDigits: 2,
    roundingMode: 'trunc',
  });
  const show = () => {
    const { amount } = readAmountInput(input.value.replace('$', ''), USD_DECIMALS);
    const bought = boughtFor(amount, pricing);
    tokens.textContent = `${formatNumber(String(bought.tokens), tag)} SYNX`;
    share.textContent = percent.format(Number(bought.tokens) / Number(supply));
    price.textContent = bought.average === null ? '–' : formatUsd(formatUnits(bought.average, USD_DECIMALS), tag, 6);
    note.textContent = bought.isMore
      ? fill(texts['tokenomics.buys.most'], { tokens: formatNumber(String(bought.tokens), tag) })
      : words.note;
  };
  input.addEventListener('input', show);
  show();
  box.classList.add('buys');
  box.append(
    element('h3', texts['tokenomics.buys.title']),
    element('div.field', element('label', { for: FIELD }, texts['tokenomics.buys.label']), input),
    element(
      'dl.pair',
      row(texts['tokenomics.buys.receive'], tokens),
      row(texts['tokenomics.buys.share'], share),
      row(texts['tokenomics.buys.price'], price),
    ),
    note,
  );
}

function output(): HTMLOutputElement {
  return element('output.figure.ltr', { for: FIELD });
}

function row(label: string, value: HTMLElement): HTMLElement {
  return element('div', element('dt.label', label), element('dd', value));
}
