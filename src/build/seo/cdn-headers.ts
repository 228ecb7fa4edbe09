import {
  HASHED_CACHE,
  ICON_HEADERS,
  ICON_PATHS,
  PAGE_POLICY,
  SECURITY_HEADERS,
  TRANSPORT_SECURITY,
  WORKER_CACHE,
} from '#src/config/security-headers.ts';

/**
 * dist/_headers, as Netlify and Cloudflare Pages read it: the headers that our server sends. A CDN combines all
 * matching rules, so the policy of files is left out: pages carry their own, and the worker must have only its own.
 * Icons get two values of one header, which makes it void, so that others may show them.
 */
export function cdnHeaders(): string {
  const rule = (path: string, headers: Readonly<Record<string, string>>) =>
    [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n');
  return `${[
    rule('/*', { ...SECURITY_HEADERS, ...TRANSPORT_SECURITY, 'content-security-policy': PAGE_POLICY }),
    rule('/_astro/*', { 'cache-control': HASHED_CACHE }),
    ...ICON_PATHS.map((path) => rule(path, ICON_HEADERS)),
    rule('/sw.js', { 'cache-control': WORKER_CACHE }),
  ].join('\n\n')}\n`;
}
