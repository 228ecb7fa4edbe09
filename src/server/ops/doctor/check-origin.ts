import { connect } from 'node:tls';
import { DEFAULT_LOCALE, LOCALE_CODES } from '#src/config/locales.ts';
import {
  CHECKED_CACHE,
  HASHED_CACHE,
  SECURITY_HEADERS,
  TRANSPORT_SECURITY,
  WORKER_CACHE,
} from '#src/config/security-headers.ts';
import { verifyKeysResponseSchema } from '#src/contract/receipts.ts';
import { configResponseSchema } from '#src/contract/system.ts';
import type { Env } from '#src/server/platform/env/env.ts';
import { openSigningKey } from '#src/server/platform/keys/signing-key.ts';
import { failed, reasonOf, type Verdicts, warned } from '#src/server/platform/util/finding.ts';
import { foreignAnswer } from '#src/server/platform/util/foreign-answer.ts';

const TIMEOUT_MS = 10_000;
const DAY_MS = 86_400_000;
const CERTIFICATE_DAYS = 14;
const CLOCK_MS = 30_000;

/** The site as visitors reach it at PUBLIC_ORIGIN; `build` is the name of the build in dist/, null if unknown. */
export async function* checkOrigin(env: Env, build: string | null): Verdicts {
  const { PUBLIC_ORIGIN: origin } = env;
  if (origin === undefined)
    return yield failed('PUBLIC_ORIGIN is not set: nothing is known about the public site.', 'Set it.');
  const get = (path: string, headers: Record<string, string> = {}) =>
    foreignAnswer(new URL(path, origin), { headers, timeoutMs: TIMEOUT_MS });
  let page: Response;
  const asked = Date.now();
  try {
    page = await get('/', { accept: 'text/html', 'accept-encoding': 'br, gzip' });
  } catch (error) {
    return yield failed(`${origin} does not answer: ${reasonOf(error)}`, 'Check DNS, certificate, proxy and firewall.');
  }
  const html = await page.text();
  if (page.status !== 200 || !/text\/html/.test(page.headers.get('content-type') ?? ''))
    return yield failed(
      `${origin}/ answers ${page.status}, not the landing page.`,
      'Publish dist/, and check the proxy.',
    );
  const days = await daysOfCertificate(origin);
  if (days < CERTIFICATE_DAYS) yield warned(`The certificate expires in ${days} days.`, 'Renew it automatically.');
  const aheadMs = asked - Date.parse(page.headers.get('date') ?? '');
  if (Math.abs(aheadMs) >= CLOCK_MS)
    yield warned(
      `The clock of this machine is ${Math.round(aheadMs / 1000)} s off that of the public site.`,
      'Repair its time synchronisation.',
    );
  yield* headerVerdicts(page, origin);
  yield* pageVerdicts(page, html);
  yield* assetVerdicts(get, html);
  yield* missingVerdicts(get);
  yield* apiVerdicts(get, env);
  yield* proxyVerdicts(get, env);
  const published = (await (await get('/build.json')).json().catch(() => null)) as { build?: unknown } | null;
  if (build !== null && published?.build !== build)
    yield warned(
      `The public site is build ${String(published?.build ?? 'unknown')}, dist/ is ${build}.`,
      'Publish dist/, or ignore this while an upgrade is under way.',
    );
}

type Get = (path: string, headers?: Record<string, string>) => Promise<Response>;

/** Until the certificate expires; Infinity without one, or if it is not shown: a request to the host has succeeded. */
function daysOfCertificate(origin: string): Promise<number> {
  const { protocol, hostname, port } = new URL(origin);
  if (protocol !== 'https:') return Promise.resolve(Number.POSITIVE_INFINITY);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname, timeout: TIMEOUT_MS });
    const end = (days: number) => {
      socket.destroy();
      resolve(days);
    };
    socket.once('secureConnect', () =>
      end(Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / DAY_MS)),
    );
    socket.once('error', () => end(Number.POSITIVE_INFINITY));
    socket.once('timeout', () => end(Number.POSITIVE_INFINITY));
  });
}

async function* headerVerdicts({ headers }: Response, origin: string): Verdicts {
  const expected = { ...SECURITY_HEADERS, ...(origin.startsWith('https:') ? TRANSPORT_SECURITY : {}) };
  for (const [name, value] of Object.entries(expected)) {
    const sent = headers.get(name);
    if (sent === value) continue;
    const twice = sent?.includes(', ') === true && sent.split(', ').includes(value);
    yield failed(
      `Pages carry ${sent === null ? 'no' : twice ? 'twice the' : 'another'} header ${name}.`,
      'Use the headers of deploy/nginx/, or of src/config/security-headers.ts.',
    );
  }
}

async function* pageVerdicts({ headers }: Response, html: string): Verdicts {
  if (!(headers.get('content-security-policy') ?? '').includes("frame-ancestors 'none'"))
    yield failed('Other sites can frame the pages: no frame-ancestors.', 'Send the content-security-policy.');
  if (!/<meta[^<>]+content-security-policy/i.test(html))
    yield failed('The page lacks its own content policy.', 'Publish dist/ unchanged: something rewrites HTML.');
  if (headers.get('cache-control') !== CHECKED_CACHE)
    yield failed(
      `Pages are cached by "${headers.get('cache-control')}".`,
      `They need "${CHECKED_CACHE}": a withdrawn build would live on in browsers.`,
    );
  if (headers.get('content-encoding') !== 'br')
    yield warned(
      `Pages are sent ${headers.get('content-encoding') ?? 'uncompressed'}, not as brotli.`,
      'Serve the .br files of dist/ (nginx: brotli_static on).',
    );
}

async function* assetVerdicts(get: Get, html: string): Verdicts {
  const [asset] = /\/_astro\/[\w.-]+\.(?:js|css)/.exec(html) ?? [];
  if (asset === undefined)
    return yield failed('The landing page names no file of /_astro/.', 'Publish dist/ unchanged.');
  const [file, worker] = await Promise.all([get(asset), get('/sw.js')]);
  if (file.status !== 200)
    yield failed(`${asset} answers ${file.status}.`, 'Publish all files of dist/ before its pages.');
  else if (file.headers.get('cache-control') !== HASHED_CACHE)
    yield warned('Files of /_astro/ are not cached for a year.', `Send "${HASHED_CACHE}".`);
  if (worker.status === 200 && worker.headers.get('cache-control') !== WORKER_CACHE)
    yield failed('/sw.js may be cached: an old worker could not be replaced.', `Send "${WORKER_CACHE}".`);
}

/** An unknown address of each language gets the 404 page of that language. */
async function* missingVerdicts(get: Get): Verdicts {
  const answers = await Promise.all(
    LOCALE_CODES.map(async (locale) => {
      const path = locale === DEFAULT_LOCALE ? '/no-such-page' : `/${locale}/no-such-page`;
      const answer = await get(path, { accept: 'text/html' });
      const [, lang] = /<html[^<>]* lang="([^"]+)"/.exec(await answer.text()) ?? [];
      return answer.status === 404 && lang === locale ? [] : [`${path} (${answer.status} ${lang})`];
    }),
  );
  const wrong = answers.flat().join(', ');
  if (wrong !== '')
    yield failed(
      `The error page of another language, or none: ${wrong}.`,
      'See error_page in deploy/nginx/synx-site.conf.',
    );
}

async function* apiVerdicts(get: Get, env: Env): Verdicts {
  const [ready, config, unknown] = await Promise.all([get('/api/ready'), get('/api/config'), get('/api/nowhere')]);
  const state = (await ready.json().catch(() => null)) as { status?: string } | null;
  if (state?.status === undefined)
    return yield failed('/api/ does not reach the server.', 'Pass /api/ on to it; see deploy/nginx/synx-site.conf.');
  if (state.status !== 'ready')
    yield failed(`The server says it is ${state.status}.`, 'Look at /api/ready and npm run staff -- show alarms.');
  if (ready.headers.get('x-content-type-options') !== 'nosniff')
    yield warned('Headers of the API are missing or sent twice.', 'Let the proxy pass them on unchanged.');
  if (!/no-store/.test(unknown.headers.get('cache-control') ?? ''))
    yield warned('Errors of the API may be cached.', 'Let the proxy pass cache-control on unchanged.');
  const parsed = configResponseSchema.safeParse(await config.json().catch(() => null));
  if (!parsed.success) yield failed('/api/config does not answer as it should.', 'Publish one version of both.');
  else if (parsed.data.presaleAddress.toLowerCase() !== env.presaleAddress.toLowerCase())
    yield failed(
      `The public server sells for ${parsed.data.presaleAddress}, these settings name another address.`,
      'Find out which is right before anything is sold.',
    );
  else if (parsed.data.rehearsal !== env.rehearsal)
    yield failed('The public server is a rehearsal.', 'Start it with the settings of real chains.');
  yield* keyVerdicts(get, env);
}

/** The public server signs with the key of these settings. */
async function* keyVerdicts(get: Get, env: Env): Verdicts {
  if (env.RECEIPT_SIGNING_KEY === undefined)
    return yield warned(
      'RECEIPT_SIGNING_KEY is not set: the key is a file of one machine.',
      'Set it, and keep it safe.',
    );
  const parsed = verifyKeysResponseSchema.safeParse(await (await get('/api/verify/keys')).json().catch(() => null));
  const current = parsed.success ? parsed.data.keys.find(({ status }) => status === 'current') : undefined;
  if (current?.id !== openSigningKey(env).id)
    yield failed(
      'Receipts are signed by another key than RECEIPT_SIGNING_KEY.',
      'Give every instance the same key, and restart it.',
    );
}

/** A proxy in front is believed, and only then: a country is told only by a proxy that TRUST_PROXY includes. */
async function* proxyVerdicts(get: Get, { TRUST_PROXY = 'none' }: Env): Verdicts {
  const answer = await get('/api/debug/ip', { 'x-country-code': 'NL' });
  const { country } = ((await answer.json().catch(() => null)) ?? {}) as { country?: unknown };
  const isBehind = ['via', 'cf-ray', 'x-amz-cf-id'].some((name) => answer.headers.has(name));
  if (TRUST_PROXY === 'none' && isBehind)
    yield failed(
      'A proxy is in front, and TRUST_PROXY does not say so: all visitors are one caller.',
      'Set TRUST_PROXY to the number of proxies, or to their ranges.',
    );
  if (TRUST_PROXY !== 'none' && country !== 'NL')
    yield failed(
      `TRUST_PROXY is ${TRUST_PROXY}, and requests to PUBLIC_ORIGIN do not come through such a proxy.`,
      'Set the number of your proxies, and let each of them set X-Forwarded-For.',
    );
}
