import { apiErrorSchema } from '#src/contract/errors.ts';

/** What every call of the API may answer besides its own responses, for its schema. */
export const ERROR_RESPONSES = { '4xx': apiErrorSchema, '5xx': apiErrorSchema } as const;
