import type { FastifyReply } from 'fastify';
import { SECURITY_HEADERS } from '#src/config/security-headers.ts';
import { type Html, html } from './html.ts';

/** Only files that the desk itself serves: no inline script or style, no picture, no connection, no frame. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** For every answer of the desk: nobody caches it, and other sites do not learn that a visitor came from the desk. */
export const DESK_HEADERS = {
  ...SECURITY_HEADERS,
  'content-security-policy': POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
  // Not no-referrer: forms would send a null origin, and be refused.
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex, nofollow',
} as const;

export interface DeskPage {
  readonly title: string;
  readonly body: Html;
  /** Menu and name of the signed-in person. */
  readonly menu?: Html;
}

export function sendDeskPage(reply: FastifyReply, { title, body, menu }: DeskPage): FastifyReply {
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} – SYNX staff</title><link rel="stylesheet" href="/staff/desk.css"><script src="/staff/desk.js"></script></head>
<body>${menu ?? null}<main><h1>${title}</h1>${body}</main></body></html>`;
  return reply.headers(DESK_HEADERS).type('text/html; charset=utf-8').send(page.text);
}
