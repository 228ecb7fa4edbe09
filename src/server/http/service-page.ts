import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#src/config/locales.ts';
import { SECURITY_HEADERS } from '#src/config/security-headers.ts';
import { escapeHtml } from '#src/lib/text/escape-html.ts';
import { MAIL_TEXTS } from '#src/server/platform/mail/mail-texts.ts';

// The site's colours, dark first (src/styles/tokens.css); these pages do not load its fonts and style sheets.
const STYLE = `:root{color-scheme:dark light;--ground:#0b1311;--text:#f3efe4;--line:#34493f;--accent:#8ed9b3;--on-accent:#06261a;--focus:#f3d9a0;font:1.0625rem/1.6 system-ui,sans-serif}
@media (prefers-color-scheme:light){:root{--ground:#f5f1e6;--text:#15201b;--line:#d3ccb8;--accent:#0d5c45;--on-accent:#ffffff;--focus:#0d5c45}}
body{margin:0;min-height:100vh;display:grid;grid-template-rows:auto 1fr;background:var(--ground);color:var(--text)}
header{padding:1rem 1.5rem;border-block-end:1px solid var(--line);font:600 1.375rem/1.2 Georgia,serif;letter-spacing:.08em}
header a{color:inherit;text-decoration:none}
main{place-self:center;max-width:34rem;padding:1.5rem}
h1{margin-block:0 1rem;font:600 1.875rem/1.2 Georgia,serif}
button{font:inherit;font-weight:600;min-height:2.75rem;padding:.5rem 1.25rem;border:0;border-radius:.375rem;background:var(--accent);color:var(--on-accent);cursor:pointer}
button:focus-visible,a:focus-visible{outline:3px solid var(--focus);outline-offset:3px}
main a{color:var(--accent)}`;
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export interface ServicePage {
  readonly locale: Locale;
  readonly title: string;
  readonly text: string;
  /** A button that posts one value: people press it, and programs that scan mail do not. */
  readonly button?: { readonly label: string; readonly action: string; readonly token: string };
}

/** Whether a browser is asking, which needs a page where a program needs JSON. */
export function wantsPage(request: FastifyRequest): boolean {
  return (request.headers.accept ?? '').includes('text/html');
}

/** Sends one of the few pages that the server writes itself: no script, loads nothing, never cached or indexed. */
export function sendServicePage(reply: FastifyReply, { locale, title, text, button }: ServicePage): FastifyReply {
  const home = locale === DEFAULT_LOCALE ? '/' : `/${locale}`;
  const form =
    button === undefined
      ? `<p><a href="${home}">${escapeHtml(MAIL_TEXTS[locale]['page.home'])}</a></p>`
      : `<form method="post" action="${escapeHtml(button.action)}"><input type="hidden" name="token" value="${escapeHtml(button.token)}"><input type="hidden" name="locale" value="${locale}"><button>${escapeHtml(button.label)}</button></form>`;
  return reply
    .headers({
      ...SECURITY_HEADERS,
      'content-security-policy': POLICY,
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex',
      vary: 'Accept',
    })
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="${locale}" dir="${LOCALES[locale].direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)} – SYNX</title><style>${STYLE}</style></head><body><header><a href="${home}">SYNX</a></header><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${form}</main></body></html>`,
    );
}
