import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PhaseProgress } from '#src/islands/presale-card/SaleState.tsx';
import { cardRates } from '#src/purchase/offer/card-quote.ts';
import { onPage } from '../states/support/on-page.tsx';
import { pricing } from './support/pricing.ts';

test.each([
  ['nothing sold', '400', '400', '0', '0%'],
  ['one token sold', '197000000', '196999999', '5.07e-7', 'Less than 0.01%'],
  ['a hundredth of a percent sold', '20000', '19998', '0.01', '0.01%'],
  ['a quarter sold', '400', '300', '25', '25%'],
  ['a part that does not come out even', '300', '100', '66.666666666', '66.66%'],
  ['everything sold', '400', '0', '100', '100%'],
])(
  '[R2.058] %s: the bar and its percent follow from the tokens remaining',
  (_, phaseSupply, tokensRemaining, value, text) => {
    const sale = pricing({ phaseSupply, tokensRemaining });
    const rates = cardRates(1, sale, undefined, undefined);
    const html = renderToStaticMarkup(onPage(<PhaseProgress pricing={sale} rates={rates} />));
    expect(html).toContain(`<progress max="100" value="${value}"`);
    expect(html).toContain(`>${text} of phase 1 taken<`);
  },
);
