import type { Settings } from './real-chains.ts';

/** Settings compiled into the site, listed in build.json: a server of real chains refuses a site built with others. */
export const SITE_SETTINGS = [
  'PRESALE_ADDRESS',
  'PUBLIC_ORIGIN',
  'PUBLIC_SUPPORT_EMAIL',
  'PUBLIC_OPERATOR_NAME',
  'PUBLIC_OPERATOR_OFFICE',
  'PUBLIC_OPERATOR_REGISTER',
  'PUBLIC_SECURITY_CONTACT',
  'PUBLIC_SERVICE_WORKER',
  'PUBLIC_REOWN_PROJECT_ID',
  'PUBLIC_REOWN_RELAY_URL',
  'PUBLIC_COMMUNITY_URL',
  'PUBLIC_X_URL',
  'PUBLIC_CHANNEL_URL',
  'PUBLIC_YOUTUBE_URL',
  'PUBLIC_GIVEAWAY_URL',
  'PUBLIC_CLAIMS',
  'PUBLIC_CLAIMS_AUDIT',
  'PUBLIC_LIST_MIRRORS',
] as const;

export type SiteSetting = (typeof SITE_SETTINGS)[number];

/** The settings that are set, normalized: an origin without its path, an address in lower case. */
export function siteSettings(settings: Settings): Readonly<Partial<Record<SiteSetting, string>>> {
  const given = SITE_SETTINGS.flatMap((name) => {
    const value = settings[name] ?? '';
    return value === '' ? [] : [[name, inOneSpelling(name, value)]];
  });
  return Object.fromEntries(given);
}

function inOneSpelling(name: SiteSetting, value: string): string {
  if (name === 'PRESALE_ADDRESS' || name.startsWith('PUBLIC_CLAIMS')) return value.toLowerCase();
  return name === 'PUBLIC_ORIGIN' && URL.canParse(value) ? new URL(value).origin : value;
}
