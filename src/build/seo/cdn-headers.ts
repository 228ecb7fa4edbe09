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
 * dist/_headers for Netlify and Cloudflare Pages. All matching rules combine, so files have no policy, which pages
 * carry themselves; icons get two values of one header, which voids it, so that others may show them.
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
