import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { cardIntentRequestSchema } from '#src/contract/card.ts';
import { loadDictionary } from '#src/i18n/load-dictionary.ts';
import { CardForm } from '#src/islands/card-form/CardForm.tsx';
import { cardIntent, cardTokens } from '#src/islands/card-form/card-intent.ts';

const payer = {
  account: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  presaleAddress: '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720',
  checkoutUrl: 'https://checkout.example/pay',
};

test('[R5.021] [R5.022] [R9.018] the default and minimum of a card payment is 20 USD', () => {
  const html = renderToStaticMarkup(
    createElement(CardForm, { texts: loadDictionary('en'), tag: 'en', onPay: () => undefined }),
  );
  expect(html).toMatch(/<input[^>]*min="20"[^>]*value="20"/);
  expect(html).toContain('Minimum: 20 USD');
  expect(cardTokens('19.99')).toBeNull();
  expect(cardIntent('19.99', payer)).toBeNull();
  for (const usd of ['', 'abc', '-20', '2e1']) expect(cardTokens(usd)).toBeNull();
});

test('[R3.043] the card flow computes SYNX at 0.0138', () => {
  // 20 ÷ 0.0138 = 1449.27…, 138 ÷ 0.0138 = 10000.
  expect(cardTokens('20')).toBe(1449n);
  expect(cardTokens('138')).toBe(10_000n);
});

test('an intent has the API’s shape', () => {
  const intent = cardIntent('50.5', payer);
  expect(cardIntentRequestSchema.parse(intent)).toEqual({
    usdcDestination: payer.presaleAddress,
    synxDestination: payer.account,
    usdAmount: '50.5',
    synxTokens: '3659',
    checkoutUrl: payer.checkoutUrl,
  });
});
