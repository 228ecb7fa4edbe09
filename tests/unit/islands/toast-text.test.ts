import { expect, it } from 'vitest';
import { loadDictionary } from '#src/i18n/load-dictionary.ts';
import { isKnownToast, toastText } from '#src/islands/toaster/toast-text.ts';

const texts = loadDictionary('en');

it('[R8.046] a recorded purchase says how many tokens were added', () => {
  expect(toastText({ key: 'purchaseSuccessful', values: { amount: '23077' } }, texts, 'en')).toEqual({
    title: 'Purchase Successful',
    text: 'Added 23,077 SYNX tokens to your SYNX balance',
  });
});

it('a sentence of the API takes precedence over a named text, and that over the toast’s own', () => {
  const own = { key: 'invalidAmount' };
  expect(toastText(own, texts, 'en').text).toBe(texts['toast.invalidAmount.text']);
  const named = { ...own, textKey: 'presale.minimum.native' };
  expect(toastText(named, texts, 'en').text).toBe(texts['presale.minimum.native']);
  expect(toastText({ ...named, text: 'Said by the API' }, texts, 'en').text).toBe('Said by the API');
});

it('a sentence of the API is kept on an English page and translated elsewhere, by its code', () => {
  const refused = { key: 'purchaseFailed', text: 'The service is busy.', textKey: 'api.overloaded' };
  expect(toastText(refused, loadDictionary('en'), 'en').text).toBe('The service is busy.');
  const german = loadDictionary('de');
  expect(toastText(refused, german, 'de').text).toBe(
    'Der Dienst ist ausgelastet. Bitte versuchen Sie es in Kürze erneut.',
  );
  const unknown = { ...refused, textKey: 'api.something_new' };
  expect(toastText(unknown, german, 'de').text).toBe('The service is busy.');
});

it('dollars of a minimum are written as the page writes numbers', () => {
  const minimum = { key: 'invalidAmount', textKey: 'presale.minimum.nativeOther' };
  const said = (usd: string, locale: 'en' | 'de') =>
    toastText({ ...minimum, values: { coin: 'BNB', usd } }, loadDictionary(locale), locale).text;
  expect(said('2.75', 'en')).toBe('Minimum purchase is 0.003 BNB (~$2.75 USD) due to gas fees.');
  expect(said('2.75', 'de')).toMatch(/\(~2,75\sUSD\)/);
  expect(said('0.0024', 'de')).toMatch(/\(~0,0024\sUSD\)/);
});

it('an unknown key shows nothing rather than a key', () => {
  expect(toastText({ key: 'nonsense' }, texts, 'en')).toEqual({ title: '', text: '' });
});

it('an unknown text is replaced by the toast’s own, never by nothing', () => {
  const kept = { key: 'invalidAmount', textKey: 'presale.minimum.ofAnotherBuild' };
  expect(toastText(kept, texts, 'en').text).toBe(texts['toast.invalidAmount.text']);
});

it('an unknown toast is not shown', () => {
  expect(isKnownToast({ key: 'ofAnotherBuild' }, texts)).toBe(false);
  expect(isKnownToast({ key: 'networkSwitched' }, texts)).toBe(true);
});
