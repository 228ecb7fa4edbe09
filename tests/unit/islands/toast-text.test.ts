import { expect, it } from 'vitest';
import { loadDictionary } from '#src/i18n/load-dictionary.ts';
import { toastText } from '#src/islands/toaster/toast-text.ts';

const texts = loadDictionary('en');

it('[R8.046] a recorded purchase says how many tokens were added', () => {
  expect(toastText({ key: 'purchaseSuccessful', values: { amount: '23077' } }, texts, 'en')).toEqual({
    title: 'Purchase Successful',
    text: 'Added 23,077 SYNX tokens to your SYNX balance',
  });
});

it('a sentence of the API comes before a named text, and that before the toast’s own', () => {
  const own = { key: 'invalidAmount' };
  expect(toastText(own, texts, 'en').text).toBe(texts['toast.invalidAmount.text']);
  const named = { ...own, textKey: 'presale.minimum.native' };
  expect(toastText(named, texts, 'en').text).toBe(texts['presale.minimum.native']);
  expect(toastText({ ...named, text: 'Said by the API' }, texts, 'en').text).toBe('Said by the API');
});

it('an unknown key shows nothing rather than a key', () => {
  expect(toastText({ key: 'nonsense' }, texts, 'en')).toEqual({ title: '', text: '' });
});
