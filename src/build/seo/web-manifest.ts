import { INK } from '#src/config/brand.ts';
import { loadDictionary } from '#src/i18n/load-dictionary.ts';
import { MASKABLE_ICON, SQUARE_ICONS } from './icons.ts';

/** The web manifest, in the colours of the dark theme. */
export function webManifest(): string {
  const texts = loadDictionary('en');
  const manifest = {
    id: '/',
    name: 'SYNX',
    short_name: 'SYNX',
    description: texts['landing.description'],
    lang: 'en',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: INK,
    theme_color: INK,
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      ...SQUARE_ICONS.map((pixels) => ({
        src: `/icons/icon-${pixels}.png`,
        sizes: `${pixels}x${pixels}`,
        type: 'image/png',
      })),
      {
        src: MASKABLE_ICON.path,
        sizes: `${MASKABLE_ICON.pixels}x${MASKABLE_ICON.pixels}`,
        type: 'image/png',
        purpose: 'maskable',
      },
    ],
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
