import { apiErrorSchema } from '#src/contract/errors.ts';

/** The error answers of every API call, for its schema. */
export const ERROR_RESPONSES = { '4xx': apiErrorSchema, '5xx': apiErrorSchema } as const;
