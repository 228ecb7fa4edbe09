import { z } from 'zod';
import { localeSchema } from './texts.ts';

export const faqFeedbackRequestSchema = z.object({
  id: z
    .string()
    .max(80)
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be the id of a question'),
  locale: localeSchema,
  value: z.enum(['up', 'down']).nullable().describe('null retracts it'),
});
export type FaqFeedbackRequest = z.infer<typeof faqFeedbackRequestSchema>;

export const faqFeedbackResponseSchema = faqFeedbackRequestSchema.pick({ id: true, value: true });
