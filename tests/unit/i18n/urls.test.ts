import { describe, expect, it } from 'vitest';
import { builtLocales } from '#src/i18n/page-locales.ts';
import { translatorOf } from '#src/i18n/translate.ts';
import { localizedPath } from '#src/i18n/urls.ts';

describe('localizedPath', () => {
  it('leaves English without a prefix and never ends in a slash', () => {
    expect(localizedPath('en', '/')).toBe('/');
    expect(localizedPath('en', '/staking')).toBe('/staking');
    expect(localizedPath('ar', '/')).toBe('/ar');
    expect(localizedPath('ar', '/staking')).toBe('/ar/staking');
  });
});

describe('builtLocales', () => {
  it('is all twelve unless fewer are requested', () => {
    expect(builtLocales('')).toHaveLength(12);
    expect(builtLocales('de,en')).toEqual(['en', 'de']);
    expect(() => builtLocales('xx')).toThrow(/SYNX_LOCALES: "xx"/);
  });
});

describe('translatorOf', () => {
  it('fills placeholders of its own language and escapes nothing', () => {
    expect(translatorOf('en')('presale.phase', { phase: 2 })).toBe('Phase 2');
    expect(translatorOf('en')('presale.rate.token', { price: '<$1>' })).toBe('1 SYNX = <$1>');
    expect(translatorOf('de')('nav.staking')).not.toBe('');
  });
});
