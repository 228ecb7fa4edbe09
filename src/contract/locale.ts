import { z } from 'zod';
import { localeSchema } from './texts.ts';

export const debugIpResponseSchema = z.object({
  detectedLanguage: localeSchema.describe(
    'From Accept-Language; where it names none of the twelve, the language of the country; else English',
  ),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .nullable()
    .describe('ISO 3166-1, only from the header of a trusted proxy; else null'),
});
