import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Recounted } from '#src/islands/presale-card/SaleState.tsx';
import { onPage } from '../states/support/on-page.tsx';

const BOOKS = 'Every credited payment is on a public chain.';
const AT = '2026-11-27T10:15:00';

test.each([
  ['before the first answer', undefined, BOOKS],
  ['before the first recount', null, BOOKS],
  ['with nothing to count', { payments: 0, at: AT }, BOOKS],
  ['with three payments', { payments: 3, at: AT }, 'Our last recount, Nov 27, 2026, 10:15 AM: 3 of 3 payments'],
])('%s the card states the last recount, or what anybody can recount', (_, recount, text) => {
  const page = { recountPath: '/verify#recount' };
  const html = renderToStaticMarkup(onPage(<Recounted recount={recount as never} />, page));
  expect(html.replaceAll('\u202f', ' ')).toContain(`<span>${text}`);
  expect(html).toMatch(/<a [^>]*href="\/verify#recount">Recount them yourself<\/a>/);
});
