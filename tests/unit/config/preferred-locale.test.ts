import { expect, it } from 'vitest';
import { preferredLocale } from '#src/config/preferred-locale.ts';

it('[R4.029] the saved language wins over the browser’s, and the browser’s over none', () => {
  expect(preferredLocale('de', ['fr-FR', 'en'])).toBe('de');
  expect(preferredLocale(null, ['fr-FR', 'en'])).toBe('fr');
  expect(preferredLocale(null, [])).toBeNull();
});

it('folds regional tags and skips languages the site does not have', () => {
  expect(preferredLocale(null, ['pt-BR'])).toBe('pt');
  expect(preferredLocale(null, ['zh-TW'])).toBe('zh');
  expect(preferredLocale(null, ['sv-SE', 'ja'])).toBe('ja');
});

it('[R4.030] an unsupported browser language leaves the choice to the server', () => {
  expect(preferredLocale(null, ['sv-SE', 'fi'])).toBeNull();
});

it('an unsupported saved language counts as none', () => {
  expect(preferredLocale('xx', ['it'])).toBe('it');
});
