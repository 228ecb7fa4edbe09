import { z } from 'zod';
import { PARTNER_TYPES } from '#src/config/partner-types.ts';
import { emailSchema, honeypotSchema, localeSchema, textSchema } from './texts.ts';

const website = z
  .string()
  .trim()
  .max(300)
  .transform((text) => (text === '' || /^[a-z][a-z\d+.-]*:/i.test(text) ? text : `https://${text}`))
  .pipe(z.union([z.literal(''), z.url({ protocol: /^https?$/, hostname: z.regexes.domain })]))
  .optional();

export const partnerApplyRequestSchema = z.object({
  organisation: textSchema(120),
  website: website.describe('Address of its website; https:// is added where it lacks'),
  email: emailSchema,
  type: z.enum(PARTNER_TYPES),
  message: textSchema(4000, { lines: true }),
  consent: z
    .union([z.literal(true), z.literal('true'), z.literal('on')])
    .describe('Consent that the application is stored and read'),
  locale: localeSchema.optional(),
  fax: honeypotSchema,
});
export type PartnerApplication = z.output<typeof partnerApplyRequestSchema>;

export const partnerApplyResponseSchema = z.object({ reference: z.string().describe('For example P-7KM3-Q2XD') });
export type PartnerApplyResponse = z.infer<typeof partnerApplyResponseSchema>;

/** content/partners.json: the announced partners; an empty list is valid. */
export const partnersResponseSchema = z.strictObject({
  partners: z.array(
    z.strictObject({
      name: textSchema(120),
      type: z.enum(PARTNER_TYPES),
      website: z.url({ protocol: /^https$/ }),
      since: z.iso.date(),
    }),
  ),
});
export type PartnersResponse = z.infer<typeof partnersResponseSchema>;
