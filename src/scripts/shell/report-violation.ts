import type { ViolationRequest } from '#src/contract/violations.ts';

/** Reports of one page: injected code would otherwise repeat one for ever. */
const MOST = 3;

let sent = 0;

/** Tells our server what the page's policy blocked: the directive, its origin, and the page. Failures are silent. */
export function reportViolation({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent): void {
  sent += 1;
  if (sent > MOST) return;
  const blocked = URL.canParse(blockedURI) ? originOf(new URL(blockedURI)) : blockedURI;
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
