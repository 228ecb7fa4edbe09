import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#src/config/locales.ts';
import { SECURITY_HEADERS } from '#src/config/security-headers.ts';
import { escapeHtml } from '#src/lib/text/escape-html.ts';
import { MAIL_TEXTS } from '../mail/mail-texts.ts';

const STYLE = `:root{color-scheme:light dark;font:1.125rem/1.6 system-ui,sans-serif}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:Canvas;color:CanvasText}
main{max-width:34rem;padding:1.5rem}
h1{font-size:1.6rem;line-height:1.25}
button{font:inherit;min-height:2.75rem;padding:.5rem 1.25rem;border:0;border-radius:.5rem;background:#1a5fb4;color:#fff;cursor:pointer}
button:focus-visible,a:focus-visible{outline:3px solid currentColor;outline-offset:3px}
a{color:inherit}`;
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

export interface ServicePage {
  readonly locale: Locale;
  readonly title: string;
  readonly text: string;
  /** A button that posts one value: a person presses it, a program that scans mail does not. */
  readonly button?: { readonly label: string; readonly action: string; readonly token: string };
}

/** Whether a request is a browser's, which needs a page where a program needs JSON. */
export function wantsPage(request: FastifyRequest): boolean {
  return (request.headers.accept ?? '').includes('text/html');
}

/** Sends one of the few pages that the server itself writes: no script, nothing loaded, never cached or indexed. */
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
      `<!doctype html><html lang="${locale}" dir="${LOCALES[locale].direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)} – SYNX</title><style>${STYLE}</style></head><body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${form}</main></body></html>`,
    );
}
