import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locale } from '#src/config/locales.ts';

/** The packages whose fonts the typesetter uses; all under the SIL Open Font License. */
const PACKAGES = [
  '@expo-google-fonts/ibm-plex-sans',
  '@expo-google-fonts/source-serif-4',
  '@expo-google-fonts/ibm-plex-sans-arabic',
  '@expo-google-fonts/noto-sans-devanagari',
  '@expo-google-fonts/zen-kaku-gothic-new',
  '@embedpdf/fonts-sc',
] as const;

/** Folders of the fonts, below the project's root. */
export function fontFolders(root: string): string[] {
  return PACKAGES.map((name) => join(root, 'node_modules', name));
}

/** A family, and whether it sets only Latin: Chinese and Japanese have their own punctuation. */
export interface Family {
  readonly name: string;
  readonly covers?: 'latin-in-cjk';
}

export interface Families {
  readonly text: readonly Family[];
  readonly display: readonly Family[];
}

/** Families for locales whose letters the site's own two lack; each sets headings as well. */
const OWN: Readonly<Partial<Record<Locale, string>>> = {
  ar: 'IBM Plex Sans Arabic',
  hi: 'Noto Sans Devanagari',
  ja: 'Zen Kaku Gothic New',
  zh: 'Noto Sans S Chinese',
};

/** The families of a locale, in the order in which they are searched for a glyph. */
export function familiesOf(locale: Locale): Families {
  const own = OWN[locale];
  const latin = (name: string): Family =>
    locale === 'zh' || locale === 'ja' ? { name, covers: 'latin-in-cjk' } : { name };
  const rest = own === undefined ? [] : [{ name: own }];
  return { text: [latin('IBM Plex Sans'), ...rest], display: [latin('Source Serif 4'), ...rest] };
}

/** The versions of the typesetter, its fonts and `others`: with other packages the same text may look different. */
export function packageVersions(root: string, others: readonly string[] = []): string {
  return ['@myriaddreamin/typst-ts-node-compiler', ...PACKAGES, ...others]
    .map((name) => {
      const { version } = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));
      return `${name} ${version}`;
    })
    .join('\n');
}
