import { expect, test } from 'vitest';
import { LOCALE_CODES } from '#src/config/locales.ts';
import { movedAddress } from '#src/config/moved-address.ts';

test('no address of the site is moved, and none leads to another site', () => {
  for (const locale of LOCALE_CODES.filter((code) => code !== 'en'))
    for (const path of ['', '/', '/staking', '/press-release/a.b'])
      expect(movedAddress(`/${locale}${path}`)).toBeNull();
  for (const path of ['/', '/staking', '/staking/', '/faq', '/sw.js', '/_astro/a.Bc-_.js', '/.well-known/security.txt'])
    expect(movedAddress(path)).toBeNull();
  for (const path of [
    '//synx.example.',
    '/en//synx.example',
    '/pt-BR//synx.example/',
    '/en/\\synx.example',
    '/en/%2f.',
  ])
    expect(movedAddress(path), path).toBeNull();
});
