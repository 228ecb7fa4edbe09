import { z } from 'zod';

/** Enough to find the cause, and nothing about the visitor: no query, no part of the blocked code. */
export const violationRequestSchema = z.object({
  directive: z
    .string()
    .max(60)
    .regex(/^[a-z-]+$/, 'must be a directive of a content security policy'),
  blocked: z
    .string()
    .max(200)
    .regex(/^(?:[a-z-]+|[a-z-]+:\/\/[a-z0-9.:[\]-]+)$/, 'must be a word such as inline, or an origin'),
  path: z
    .string()
    .max(100)
    .regex(/^\/[a-z0-9/-]*$/, 'must be the path of a page'),
});
export type ViolationRequest = z.infer<typeof violationRequestSchema>;

export const violationResponseSchema = z.object({
  noted: z.boolean().describe('False if the server has noted enough of them for this minute'),
});
