import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { Locale } from '#src/config/locales.ts';
import { namespaceOf } from '#src/i18n/namespace.ts';
import { builtLocales } from '#src/i18n/page-locales.ts';
import { translatorOf } from '#src/i18n/translate.ts';
import { CLAIM_FILE_LIST, CLAIM_FILE_PAGE, type ClaimFileTexts, TEXT_END } from '#src/lib/allocation/claim-file.ts';
import { BORROWED_KEYS } from '#src/scripts/tools/claim/claim-data.ts';
import { bundleScript } from './bundle-script.ts';
import { policyHashOf } from './integrity.ts';

/** What claim.html never says: it has one final list and no server. */
const UNSAID =
  /^claim\.(?:calendar|description|event|lead|notLive|opened|audit|mirrors|receipt|fake\..*|writeTo|window\.same(?:Server|Record)|hand\.files)$/;
const UNSAID_STATES =
  /^claim\.state\.(?:none|closed|draft|withdrawn|noContract|contractWallet|phone|setAside|unreachable|differs)$/;

/** Writes that page into a build. It has no setting of the build, so that every build of a source has the same. */
export function claimFile(): AstroIntegration {
  return {
    name: 'synx-claim-file',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        await writeFile(join(fileURLToPath(dir), CLAIM_FILE_PAGE), await buildClaimFile());
      },
    },
  };
}

/** The page without a list: one file that loads nothing but a file of the list. */
async function buildClaimFile(): Promise<string> {
  const script = (await bundleScript('scripts/tools/claim/claim-file.ts', { 'import.meta.env': '{}' })).trim();
  const sheet = await readFile(new URL('claim-file.css', import.meta.url), 'utf8');
  const style = sheet
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/\s*([{};,])\s*/g, '$1')
    .replaceAll(': ', ':')
    .replaceAll(';}', '}')
    .replace(/\b0(?=\.\d)/g, '')
    .trim();
  const texts = JSON.stringify(textsOf(builtLocales())).replaceAll('<', '\\u003c');
  if (script.includes('</script')) throw new Error('the script of claim.html would end within itself');
  const policy = [
    "default-src 'none'",
    `script-src '${policyHashOf(script)}'`,
    `style-src '${policyHashOf(style)}'`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const t = translatorOf('en');
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    `<meta http-equiv="content-security-policy" content="${policy}">`,
    '<meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer">',
    `<meta name="robots" content="noindex"><title>${t('claim.title')}</title><style>${style}</style></head>`,
    `<body><noscript>${t('payment.noscript')}</noscript>`,
    CLAIM_FILE_LIST,
    `<script type="application/json" id="claim-texts">${texts}</script>`,
    `<script>${script}</script></body></html>\n`,
  ].join('\n');
}

function textsOf(locales: readonly Locale[]): ClaimFileTexts {
  const ofLocale = (locale: Locale): Readonly<Record<string, string>> => {
    const t = translatorOf(locale);
    return {
      ...namespaceOf(locale, 'claim', 'claimFile'),
      ...Object.fromEntries(BORROWED_KEYS.map((key) => [key, t(key)])),
    };
  };
  const keys = Object.keys(ofLocale('en')).filter((key) => !UNSAID.test(key) && !UNSAID_STATES.test(key));
  const joined = (texts: readonly string[]) => {
    if (texts.some((text) => text.includes(TEXT_END))) throw new Error(`a text of claim.html has a ${TEXT_END}`);
    return texts.join(TEXT_END);
  };
  const texts = locales.map((locale) => [locale, joined(keys.map((key) => ofLocale(locale)[key] ?? ''))] as const);
  return { keys: joined(keys.map((key) => key.replace(/^claim/, ''))), texts: Object.fromEntries(texts) };
}

// Run by itself for a server without the rest of the site (deploy/Dockerfile): the page into dist/ alone.
if (import.meta.main) {
  const dist = fileURLToPath(new URL('../../dist/', import.meta.url));
  await mkdir(dist, { recursive: true });
  await writeFile(join(dist, CLAIM_FILE_PAGE), await buildClaimFile());
}
