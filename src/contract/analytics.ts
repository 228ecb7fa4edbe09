import { z } from 'zod';
import { localeSchema } from './texts.ts';

export const analyticsEventRequestSchema = z.object({
  path: z
    .string()
    .max(100)
    .regex(/^\/[a-z0-9/-]*$/, 'must be the path of a page, without its language')
    .describe('Path of the page without its language'),
  locale: localeSchema,
});
export type AnalyticsEventRequest = z.infer<typeof analyticsEventRequestSchema>;

export const analyticsEventResponseSchema = z.object({
  counted: z.boolean().describe('False for a path that is no page of the site'),
});
