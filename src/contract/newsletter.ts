import { z } from 'zod';
import { emailSchema, honeypotSchema, localeSchema } from './texts.ts';

export const newsletterSubscribeRequestSchema = z.object({
  email: emailSchema,
  locale: localeSchema.optional().describe('Language of the mails; by default from Accept-Language'),
  fax: honeypotSchema,
});

export const newsletterSubscribeResponseSchema = z.object({
  status: z.literal('pending').describe('The same whether the address is known or not; a mail asks to confirm'),
});

/** Lenient, so that a truncated link gets a page as its answer instead of a validation error. */
const tokenSchema = z.string().max(200);

export const newsletterLinkQuerySchema = z.object({
  token: tokenSchema.optional(),
  locale: z.string().max(20).optional(),
});

export const newsletterTokenRequestSchema = z
  .object({
    token: tokenSchema.optional().describe('From the link; the query may hold it instead'),
    locale: z.string().max(20).optional(),
  })
  .describe('JSON, or a form; RFC 8058 sends List-Unsubscribe=One-Click');

export const newsletterConfirmResponseSchema = z.object({ status: z.literal('confirmed') });
export const newsletterUnsubscribeResponseSchema = z.object({
  status: z.literal('unsubscribed').describe('Also for a link that was used before'),
});
