import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Operator } from '#src/config/operator.ts';
import { Risks } from '#src/islands/presale-card/dialogs/Risks.tsx';
import { onPage } from '../states/support/on-page.tsx';

/** The risks of a payment, in their order. */
function risks(operator: Operator | null): readonly string[] {
  const html = renderToStaticMarkup(onPage(<Risks operator={operator} />));
  return Array.from(html.matchAll(/<li[^>]*>([^<]*)<\/li>/g), ([, text = '']) => text);
}

test('before a payment the loss comes first, then that nobody has signed for the sale', () => {
  const [first, second, ...others] = risks(null);
  expect(first).toMatch(/^You could lose everything you pay\./);
  expect(second).toBe('Neither the operator nor the team has been named, and no audit report has been published.');
  expect(others).toHaveLength(3);
});

test('an operator that is named is not called unknown, while team and audit are', () => {
  const named = risks({ name: 'Example AG', office: 'Example Street 1, Zug', register: null, email: null });
  expect(named[0]).toMatch(/^You could lose everything you pay\./);
  expect(named[1]).toBe('No team names and no audit report have been published.');
  expect(named.join()).not.toContain('operator');
});
