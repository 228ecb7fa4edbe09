import { readFileSync } from 'node:fs';
import type { FastifyReply } from 'fastify';
import { describe, expect, it } from 'vitest';
import { LOCALE_CODES } from '#src/config/locales.ts';
import { fill } from '#src/lib/text/fill.ts';
import { sendServicePage } from '#src/server/http/service-page.ts';
import { MAIL_TEXTS } from '#src/server/platform/mail/mail-texts.ts';
import { newsletterMail } from '#src/server/platform/mail/newsletter-mail.ts';
import { ENGLISH } from './support/screen.ts';

/** What a mail, a page behind its link or a message of the site can claim of a subscription. */
const CLAIMS = {
  subscribed: /You've been subscribed|already subscribed|subscription is confirmed|will now receive/,
  'to be confirmed':
    /please confirm|Please confirm|once you confirm|once you open it and confirm|Select the button to receive/,
  'ended by the reader': /You have unsubscribed|deleted from our list/,
  'link too old': /no longer valid/,
  'not accepted': /Failed to subscribe/,
} as const;
type Claim = keyof typeof CLAIMS;

const mail = (kind: 'confirm' | 'welcome' | 'known') => {
  const links = {
    confirmUrl: kind === 'confirm' ? 'https://a.example/c' : null,
    unsubscribeUrl: 'https://a.example/u',
  };
  const { subject, text } = newsletterMail({ kind, to: 'a@b.example', locale: 'en', ...links, hours: 48 });
  return [subject, text];
};
const page = (name: 'sent' | 'confirm' | 'confirmed' | 'expired' | 'unsubscribe' | 'unsubscribed') =>
  (['title', 'text'] as const).map((part) => fill(MAIL_TEXTS.en[`page.${name}.${part}`], { hours: 48 }));
const toast = (name: 'newsletterSubscribed' | 'newsletterFailed') =>
  (['title', 'text'] as const).map((part) => ENGLISH[`toast.${name}.${part}`]);

const STATES: Readonly<Record<string, { readonly says: readonly string[]; readonly is: readonly Claim[] }>> = {
  // The stated sentence comes first, and what follows makes it true.
  'form sent, toast': { says: toast('newsletterSubscribed'), is: ['subscribed', 'to be confirmed'] },
  'form sent without scripts': { says: page('sent'), is: ['to be confirmed'] },
  'form refused': { says: toast('newsletterFailed'), is: ['not accepted'] },
  'asked to confirm by mail': { says: mail('confirm'), is: ['to be confirmed'] },
  'behind the link of that mail': { says: page('confirm'), is: ['to be confirmed'] },
  'that link, too late': { says: page('expired'), is: ['link too old'] },
  confirmed: { says: page('confirmed'), is: ['subscribed'] },
  'confirmed, by mail': { says: mail('welcome'), is: ['subscribed'] },
  'entered again': { says: mail('known'), is: ['subscribed'] },
  'behind the link to unsubscribe': { says: page('unsubscribe'), is: [] },
  unsubscribed: { says: page('unsubscribed'), is: ['ended by the reader'] },
};

describe('the newsletter', () => {
  it.each(Object.entries(STATES))('%s', (_, { says, is }) => {
    for (const [claim, pattern] of Object.entries(CLAIMS) as [Claim, RegExp][])
      expect(
        says.some((text) => pattern.test(text)),
        claim,
      ).toBe(is.includes(claim));
  });

  it('asks for a confirmation, and says for how long, in every language', () => {
    for (const locale of LOCALE_CODES) {
      const links = { confirmUrl: 'https://a.example/c', unsubscribeUrl: 'https://a.example/u' };
      const { text } = newsletterMail({ kind: 'confirm', to: 'a@b.example', locale, ...links, hours: 48 });
      expect(text, locale).toContain('48');
      expect(text, locale).not.toMatch(/undefined|\{\w+\}/);
    }
  });
});

it('mails, and the pages behind their links, have no colours but those of the site', () => {
  const links = { confirmUrl: 'https://a.example/c', unsubscribeUrl: 'https://a.example/u' };
  const { html } = newsletterMail({ kind: 'confirm', to: 'a@b.example', locale: 'ar', ...links, hours: 48 });
  const sent: string[] = [];
  const reply = { headers: () => reply, type: () => reply, send: (body: string) => sent.push(body) };
  sendServicePage(reply as unknown as FastifyReply, { locale: 'ar', title: 'a', text: 'b' });
  const tokens = new Set(readFileSync('src/styles/tokens.css', 'utf8').match(/#[0-9a-f]{6}\b/g));
  for (const page of [html, ...sent]) {
    const colours = page.match(/#(?:[0-9a-f]{6}|[0-9a-f]{3})\b/g) ?? [];
    expect(colours).not.toEqual([]);
    expect(colours.filter((colour) => !tokens.has(colour))).toEqual([]);
    expect(page).toContain('SYNX');
  }
});
