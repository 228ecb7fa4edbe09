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
import { type Finding, findingsOf, reasonOf } from '#src/server/platform/util/finding.ts';
import { foreignAnswer } from '#src/server/platform/util/foreign-answer.ts';

const { passed, warned, failed } = findingsOf('public site');

const TIMEOUT_MS = 10_000;
const DAY_MS = 86_400_000;
const CERTIFICATE_DAYS = 14;
const CLOCK_MS = 30_000;

/** The site as visitors reach it at PUBLIC_ORIGIN; `build` is the name of the build in dist/, null if unknown. */
export async function checkOrigin(env: Env, build: string | null): Promise<Finding[]> {
  const { PUBLIC_ORIGIN: origin } = env;
  if (origin === undefined)
    return [failed('PUBLIC_ORIGIN is not set: nothing is known about the public site.', 'Set it.')];
  const get = (path: string, headers: Record<string, string> = {}) =>
    foreignAnswer(new URL(path, origin), { headers, timeoutMs: TIMEOUT_MS });
  let page: Response;
  const asked = Date.now();
  try {
    page = await get('/', { accept: 'text/html', 'accept-encoding': 'br, gzip' });
  } catch (error) {
    return [failed(`${origin} does not answer: ${reasonOf(error)}`, 'Check DNS, certificate, proxy and firewall.')];
  }
  const html = await page.text();
  if (page.status !== 200 || !/text\/html/.test(page.headers.get('content-type') ?? ''))
    return [failed(`${origin}/ answers ${page.status}, not the landing page.`, 'Publish dist/, and check the proxy.')];
  const findings = [
    ...(await certificateFindings(origin)),
    ...clockFindings(page, asked),
    ...pageFindings(page, html, origin),
    ...(await assetFindings(get, html)),
    ...(await missingFindings(get)),
    ...(await apiFindings(get, env)),
    ...(await proxyFindings(get, env)),
    ...(await buildFindings(get, build)),
  ];
  return findings.length > 0 ? findings : [passed(`${origin} serves site and API as it should.`)];
}

type Get = (path: string, headers?: Record<string, string>) => Promise<Response>;

function certificateFindings(origin: string): Promise<Finding[]> {
  const { protocol, hostname, port } = new URL(origin);
  if (protocol !== 'https:') return Promise.resolve([]);
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port || 443), servername: hostname, timeout: TIMEOUT_MS });
    const end = (findings: Finding[]) => {
      socket.destroy();
      resolve(findings);
    };
    socket.once('secureConnect', () => {
      const days = Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / DAY_MS);
      end(
        days < CERTIFICATE_DAYS ? [warned(`The certificate expires in ${days} days.`, 'Renew it automatically.')] : [],
      );
    });
    // A request to the same host has succeeded before.
    socket.once('error', () => end([]));
    socket.once('timeout', () => end([]));
  });
}

function clockFindings(page: Response, asked: number): Finding[] {
  const theirs = Date.parse(page.headers.get('date') ?? '');
  if (Number.isNaN(theirs) || Math.abs(theirs - asked) < CLOCK_MS) return [];
  const seconds = Math.round((asked - theirs) / 1000);
  return [
    warned(
      `The clock of this machine is ${seconds} s off that of the public site.`,
      'Repair its time synchronisation.',
    ),
  ];
}

function pageFindings(page: Response, html: string, origin: string): Finding[] {
  const expected = { ...SECURITY_HEADERS, ...(origin.startsWith('https:') ? TRANSPORT_SECURITY : {}) };
  const wrong = Object.entries(expected).filter(([name, value]) => page.headers.get(name) !== value);
  const findings = wrong.map(([name, value]) => {
    const sent = page.headers.get(name);
    const twice = sent?.includes(', ') === true && sent.split(', ').includes(value);
    return failed(
      `Pages carry ${sent === null ? 'no' : twice ? 'twice the' : 'another'} header ${name}.`,
      'Use the headers of deploy/nginx/, or of src/config/security-headers.ts.',
    );
  });
  if (!(page.headers.get('content-security-policy') ?? '').includes("frame-ancestors 'none'"))
    findings.push(failed('Other sites can frame the pages: no frame-ancestors.', 'Send the content-security-policy.'));
  if (!/<meta[^<>]+content-security-policy/i.test(html))
    findings.push(
      failed('The page lacks its own content policy.', 'Publish dist/ unchanged: something rewrites HTML.'),
    );
  if (page.headers.get('cache-control') !== CHECKED_CACHE)
    findings.push(
      failed(
        `Pages are cached by "${page.headers.get('cache-control')}".`,
        `They need "${CHECKED_CACHE}": a withdrawn build would live on in browsers.`,
      ),
    );
  if (page.headers.get('content-encoding') !== 'br')
    findings.push(
      warned(
        `Pages are sent ${page.headers.get('content-encoding') ?? 'uncompressed'}, not as brotli.`,
        'Serve the .br files of dist/ (nginx: brotli_static on).',
      ),
    );
  return findings;
}

async function assetFindings(get: Get, html: string): Promise<Finding[]> {
  const [asset] = /\/_astro\/[\w.-]+\.(?:js|css)/.exec(html) ?? [];
  if (asset === undefined) return [failed('The landing page names no file of /_astro/.', 'Publish dist/ unchanged.')];
  const [file, worker] = await Promise.all([get(asset), get('/sw.js')]);
  const findings: Finding[] = [];
  if (file.status !== 200)
    findings.push(failed(`${asset} answers ${file.status}.`, 'Publish all files of dist/ before its pages.'));
  else if (file.headers.get('cache-control') !== HASHED_CACHE)
    findings.push(warned('Files of /_astro/ are not cached for a year.', `Send "${HASHED_CACHE}".`));
  if (worker.status === 200 && worker.headers.get('cache-control') !== WORKER_CACHE)
    findings.push(failed('/sw.js may be cached: an old worker could not be replaced.', `Send "${WORKER_CACHE}".`));
  return findings;
}

/** An unknown address of each language gets the 404 page of that language. */
async function missingFindings(get: Get): Promise<Finding[]> {
  const answers = await Promise.all(
    LOCALE_CODES.map(async (locale) => {
      const path = locale === DEFAULT_LOCALE ? '/no-such-page' : `/${locale}/no-such-page`;
      const answer = await get(path, { accept: 'text/html' });
      const [, lang] = /<html[^<>]* lang="([^"]+)"/.exec(await answer.text()) ?? [];
      return { path, isRight: answer.status === 404 && lang === locale, said: `${answer.status} ${lang}` };
    }),
  );
  const wrong = answers.filter(({ isRight }) => !isRight);
  return wrong.length === 0
    ? []
    : [
        failed(
          `The error page of another language, or none: ${wrong.map(({ path, said }) => `${path} (${said})`).join(', ')}.`,
          'See error_page in deploy/nginx/synx-site.conf.',
        ),
      ];
}

async function apiFindings(get: Get, env: Env): Promise<Finding[]> {
  const findings: Finding[] = [];
  const [ready, config, unknown] = await Promise.all([get('/api/ready'), get('/api/config'), get('/api/nowhere')]);
  const state = (await ready.json().catch(() => null)) as { status?: string } | null;
  if (state?.status === undefined)
    return [failed('/api/ does not reach the server.', 'Pass /api/ on to it; see deploy/nginx/synx-site.conf.')];
  if (state.status !== 'ready')
    findings.push(
      failed(`The server says it is ${state.status}.`, 'Look at /api/ready and npm run staff -- show alarms.'),
    );
  if (ready.headers.get('x-content-type-options') !== 'nosniff')
    findings.push(warned('Headers of the API are missing or sent twice.', 'Let the proxy pass them on unchanged.'));
  if (!/no-store/.test(unknown.headers.get('cache-control') ?? ''))
    findings.push(warned('Errors of the API may be cached.', 'Let the proxy pass cache-control on unchanged.'));
  const parsed = configResponseSchema.safeParse(await config.json().catch(() => null));
  if (!parsed.success)
    findings.push(failed('/api/config does not answer as it should.', 'Publish one version of both.'));
  else if (parsed.data.presaleAddress.toLowerCase() !== env.presaleAddress.toLowerCase())
    findings.push(
      failed(
        `The public server sells for ${parsed.data.presaleAddress}, these settings name another address.`,
        'Find out which is right before anything is sold.',
      ),
    );
  else if (parsed.data.rehearsal !== env.rehearsal)
    findings.push(failed('The public server is a rehearsal.', 'Start it with the settings of real chains.'));
  return [...findings, ...(await keyFindings(get, env))];
}

/** The public server signs with the key of these settings. */
async function keyFindings(get: Get, env: Env): Promise<Finding[]> {
  if (env.RECEIPT_SIGNING_KEY === undefined)
    return [warned('RECEIPT_SIGNING_KEY is not set: the key is a file of one machine.', 'Set it, and keep it safe.')];
  const parsed = verifyKeysResponseSchema.safeParse(await (await get('/api/verify/keys')).json().catch(() => null));
  const current = parsed.success ? parsed.data.keys.find(({ status }) => status === 'current') : undefined;
  return current?.id === openSigningKey(env).id
    ? []
    : [
        failed(
          'Receipts are signed by another key than RECEIPT_SIGNING_KEY.',
          'Give every instance the same key, and restart it.',
        ),
      ];
}

/** A proxy in front is believed, and only then: a country is told only by a proxy that TRUST_PROXY includes. */
async function proxyFindings(get: Get, { TRUST_PROXY }: Env): Promise<Finding[]> {
  const answer = await get('/api/debug/ip', { 'x-country-code': 'NL' });
  const { country } = ((await answer.json().catch(() => null)) ?? {}) as { country?: unknown };
  const isBehind = answer.headers.has('via') || answer.headers.has('cf-ray') || answer.headers.has('x-amz-cf-id');
  if (TRUST_PROXY === 'none' || TRUST_PROXY === undefined)
    return isBehind
      ? [
          failed(
            'A proxy is in front, and TRUST_PROXY does not say so: all visitors are one caller.',
            'Set TRUST_PROXY to the number of proxies, or to their ranges.',
          ),
        ]
      : [];
  if (country === 'NL') return [];
  return [
    failed(
      `TRUST_PROXY is ${TRUST_PROXY}, and requests to PUBLIC_ORIGIN do not come through such a proxy.`,
      'Set the number of your proxies, and let each of them set X-Forwarded-For.',
    ),
  ];
}

async function buildFindings(get: Get, build: string | null): Promise<Finding[]> {
  const published = (await (await get('/build.json')).json().catch(() => null)) as { build?: unknown } | null;
  if (build === null || published?.build === build) return [];
  return [
    warned(
      `The public site is build ${String(published?.build ?? 'unknown')}, dist/ is ${build}.`,
      'Publish dist/, or ignore this while an upgrade is under way.',
    ),
  ];
}
