import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DEFAULT_LOCALE, isLocale } from '#src/config/locales.ts';
import {
  CHECKED_CACHE,
  DATA_HEADERS,
  HASHED_CACHE,
  PAGE_POLICY,
  SECURITY_HEADERS,
  WORKER_CACHE,
} from '#src/config/security-headers.ts';
import { signingKey } from '#src/server/platform/keys/signing-key.ts';

/** An answer of the site; a test may change any part of it. */
export interface SiteAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

export interface PublicSite {
  readonly url: string;
  /** Changes the answer to a path, in place. */
  change: ((path: string, answer: SiteAnswer) => void) | null;
  stop(): Promise<void>;
}

/** What a proxy in front of site and API answers if everything is set up well. */
export async function startPublicSite(presaleAddress: string, signingSeed: string): Promise<PublicSite> {
  const site: Pick<PublicSite, 'change'> = { change: null };
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://site').pathname;
    const answer = answerTo(path, String(request.headers['x-country-code'] ?? ''), presaleAddress, signingSeed);
    site.change?.(path, answer);
    response.writeHead(answer.status, answer.headers).end(answer.body);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(site, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  });
}

function answerTo(path: string, country: string, presaleAddress: string, signingSeed: string): SiteAnswer {
  if (path.startsWith('/api/')) return apiAnswer(path, country, presaleAddress, signingSeed);
  if (path.startsWith('/_astro/')) return { status: 200, headers: { 'cache-control': HASHED_CACHE }, body: '' };
  if (path === '/sw.js') return { status: 200, headers: { 'cache-control': WORKER_CACHE }, body: '' };
  if (path === '/build.json') return { status: 200, headers: {}, body: JSON.stringify({ build: 'b'.repeat(16) }) };
  const [, first = ''] = path.split('/');
  const locale = isLocale(first) ? first : DEFAULT_LOCALE;
  return {
    status: path === '/' ? 200 : 404,
    headers: {
      ...SECURITY_HEADERS,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': PAGE_POLICY,
      'cache-control': CHECKED_CACHE,
    },
    body: `<!doctype html><html lang="${locale}"><meta http-equiv="content-security-policy" content="x"><script src="/_astro/a.js">`,
  };
}

function apiAnswer(path: string, country: string, presaleAddress: string, signingSeed: string): SiteAnswer {
  const { id, publicKey } = signingKey(Buffer.from(signingSeed, 'hex'));
  const answers: Readonly<Record<string, unknown>> = {
    '/api/ready': { status: 'ready' },
    '/api/debug/ip': { detectedLanguage: 'en', country: country === '' ? null : country },
    '/api/verify/keys': {
      algorithm: 'Ed25519',
      keys: [{ id, publicKey, status: 'current', validFrom: '2026-01-01T00:00:00.000Z', validUntil: null }],
    },
    '/api/config': {
      ...{ currentPhase: 1, amountRaised: '0', goalRaise: '1', progressPercent: 0, tokenPrice: '0.013' },
      ...{ debugMode: false, presaleAddress, walletProof: 'sensitive', rehearsal: false, chains: [] },
      ...{ withdrawnBuilds: [], schedule: [] },
    },
  };
  const answer = answers[path];
  return {
    status: answer === undefined ? 404 : 200,
    headers: { ...DATA_HEADERS, 'content-type': 'application/json', 'cache-control': 'no-store' },
    body: JSON.stringify(answer ?? { code: 'not_found', message: 'There is nothing here.' }),
  };
}
