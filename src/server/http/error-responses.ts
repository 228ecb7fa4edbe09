import { apiErrorSchema } from '#src/contract/errors.ts';

/** Error answers for the schema of every API call. */
export const ERROR_RESPONSES = { '4xx': apiErrorSchema, '5xx': apiErrorSchema } as const;
