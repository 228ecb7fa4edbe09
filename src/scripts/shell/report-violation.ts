import { loadToastTexts } from '#src/client/load-toast-texts.ts';
import { DEFAULT_LOCALE, isLocale } from '#src/config/locales.ts';
import type { ViolationRequest } from '#src/contract/violations.ts';
import { localizedPath } from '#src/i18n/urls.ts';
import { parseUrl } from '#src/lib/text/parse-url.ts';

/** Reports of one page: injected code would otherwise repeat one for ever. */
const MOST = 3;
/** Code of the browser's extensions, which is no business of this site. */
const EXTENSION = /^[a-z-]*extension:/;

let sent = 0;
let warned = false;

/** Tells our server what the policy blocked and where, and the visitor about blocked scripts. Failures are silent. */
export function reportViolation({ effectiveDirective, blockedURI, sourceFile }: SecurityPolicyViolationEvent): void {
  if (effectiveDirective.startsWith('script-src') && !EXTENSION.test(blockedURI) && !EXTENSION.test(sourceFile))
    void warn().catch(() => undefined);
  sent += 1;
  if (sent > MOST) return;
  const url = parseUrl(blockedURI);
  const blocked = url === null ? blockedURI : originOf(url);
  const report: ViolationRequest = { directive: effectiveDirective, blocked, path: location.pathname };
  void fetch('/api/csp-report', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(report),
    credentials: 'omit',
    keepalive: true,
  }).catch(() => undefined);
}

/** The origin, or the scheme alone where there is none, as of a data: address. */
function originOf({ origin, protocol }: URL): string {
  return origin === 'null' ? protocol.slice(0, -1) : origin;
}

/** Says once, above the content, that a script was blocked, with the way to the page that checks this site. */
async function warn(): Promise<void> {
  if (warned) return;
  warned = true;
  const texts = await loadToastTexts();
  const { lang } = document.documentElement;
  const check = document.createElement('a');
  check.className = 'link';
  check.href = localizedPath(isLocale(lang) ? lang : DEFAULT_LOCALE, '/verify');
  check.textContent = texts['error.blocked.check'] ?? '';
  const notice = document.createElement('p');
  notice.className = 'wrap warning';
  notice.role = 'alert';
  notice.append(`${texts['error.blocked']} `, check);
  document.querySelector('main')?.prepend(notice);
}
