import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { countryLocale } from '#src/config/country-locale.ts';
import { DEFAULT_LOCALE } from '#src/config/locales.ts';
import { callsOf } from '#src/contract/errors.ts';
import { debugIpResponseSchema } from '#src/contract/locale.ts';
import { askedLocale } from '../request-locale.ts';

const call = callsOf('locale');

/** Headers in which CDNs and proxies name the visitor's country. */
const COUNTRY_HEADERS = ['cf-ipcountry', 'x-vercel-ip-country', 'cloudfront-viewer-country', 'x-country-code'];
/** Not countries: unknown, and the Tor network. */
const NO_COUNTRY = ['XX', 'T1', 'ZZ'];

/** GET /api/debug/ip: language and country only (decision 44); stores nothing and never returns the address. */
export const localeRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/api/debug/ip',
    call('Initial language and country; stores nothing', debugIpResponseSchema),
    async (request) => {
      const country = countryOf(request);
      const detectedLanguage = askedLocale(request) ?? countryLocale(country) ?? DEFAULT_LOCALE;
      return { detectedLanguage, country };
    },
  );
};

/** Trusts the header only if the request came through a proxy of TRUST_PROXY, which then has named the visitor too. */
function countryOf(request: FastifyRequest): string | null {
  if ((request.ips?.length ?? 0) < 2) return null;
  const named = COUNTRY_HEADERS.map((name) => request.headers[name]).find((value) => value !== undefined);
  const code = typeof named === 'string' ? named.toUpperCase() : '';
  return /^[A-Z]{2}$/.test(code) && !NO_COUNTRY.includes(code) ? code : null;
}
