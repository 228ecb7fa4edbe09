import { LOCALES, type Locale } from '#src/config/locales.ts';
import { escapeHtml } from '#src/lib/text/escape-html.ts';
import { fill } from '#src/lib/text/fill.ts';
import { asLabel } from '#src/lib/text/joins.ts';
import { MAIL_TEXTS } from './mail-texts.ts';
import type { Mail } from './mailer.ts';

export interface NewsletterMail {
  readonly kind: 'confirm' | 'welcome' | 'known';
  readonly to: string;
  readonly locale: Locale;
  /** The confirmation link; null if there is nothing to confirm. */
  readonly confirmUrl: string | null;
  readonly unsubscribeUrl: string;
  /** How long the confirmation link works. */
  readonly hours: number;
}

/** The name of the site as its pages show it, in their light colours (src/styles/tokens.css). */
const HEAD =
  '<p style="margin:0 0 24px;padding:0 0 12px;border-bottom:1px solid #d3ccb8;font:600 22px/1.2 Georgia,serif;letter-spacing:2px">SYNX</p>';

/** Writes a newsletter message in the reader's language, as text and as HTML that loads nothing. */
export function newsletterMail({ kind, to, locale, confirmUrl, unsubscribeUrl, hours }: NewsletterMail): Mail {
  const texts = MAIL_TEXTS[locale];
  const subject = texts[`${kind}.subject`];
  const body = texts[`${kind}.text`];
  const note = confirmUrl === null ? null : fill(texts['confirm.note'], { hours });
  const text = [
    body,
    ...(confirmUrl === null ? [] : [confirmUrl, note ?? '']),
    texts['footer.safety'],
    asLabel(texts['footer.unsubscribe'], LOCALES[locale].tag) + unsubscribeUrl,
  ];
  const html = [
    paragraph(body),
    ...(confirmUrl === null
      ? []
      : [
          `<p><a href="${escapeHtml(confirmUrl)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:#0d5c45;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(texts['confirm.button'])}</a></p>`,
          paragraph(note ?? ''),
        ]),
    `<hr style="border:0;border-top:1px solid #d3ccb8">`,
    paragraph(texts['footer.safety']),
    `<p><a href="${escapeHtml(unsubscribeUrl)}" style="color:#0d5c45">${escapeHtml(texts['footer.unsubscribe'])}</a></p>`,
  ];
  return {
    to,
    locale,
    subject,
    text: `${text.join('\n\n')}\n`,
    html: `<!doctype html><html lang="${locale}" dir="${LOCALES[locale].direction}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body style="margin:0;background:#f5f1e6"><div style="margin:0 auto;max-width:560px;padding:24px;font:16px/1.6 system-ui,sans-serif;color:#15201b">${HEAD}${html.join('')}</div></body></html>`,
    unsubscribeUrl,
  };
}

function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`;
}
