import { z } from 'zod';
import en from '#content/i18n/en.json' with { type: 'json' };
import { REVIEW_HOURS, SEARCH_HOURS } from '#src/config/limits.ts';

/** The interface's English texts that the API answers with: of figures they state only these. */
export const ENGLISH = Object.fromEntries(
  Object.entries(en).map(([key, text]) => [
    key,
    text
      .replace('{{fact:airdrop.reviewHours}}', String(REVIEW_HOURS))
      .replace('{{fact:presale.searchHours}}', String(SEARCH_HOURS)),
  ]),
) as typeof en;

/** The HTTP status of every error of the API. */
const STATUS = {
  invalid_request: 400,
  invalid_wallet_address: 400,
  wallet_checksum_mismatch: 400,
  invalid_transaction_hash: 400,
  invalid_amount: 400,
  invalid_email: 400,
  insufficient_available: 400,
  no_tokens_available: 400,
  invalid_proof: 400,
  invalid_signature: 400,
  proof_required: 403,
  no_wallet_session: 403,
  wrong_wallet: 403,
  foreign_origin: 403,
  captcha_required: 403,
  captcha_invalid: 403,
  captcha_locked: 429,
  invalid_x_account: 400,
  invalid_youtube_username: 400,
  mission_unavailable: 409,
  mission_completed: 409,
  mission_pending: 409,
  mission_cooldown: 429,
  x_account_needed: 409,
  x_follow_needed: 409,
  vote_needed: 409,
  account_taken: 409,
  proposal_not_open: 409,
  appeal_open: 409,
  not_appealable: 409,
  handed_over: 409,
  objection_open: 409,
  objections_closed: 409,
  not_waiting: 409,
  destination_unusable: 400,
  link_expired: 410,
  not_found: 404,
  no_receipt: 404,
  body_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal_error: 500,
  storage_unavailable: 503,
  overloaded: 503,
  chain_unavailable: 503,
} as const;

export type ApiErrorCode = keyof typeof STATUS;

/** English messages of errors that no page shows; the others use `api.<code>` of the dictionary. */
const UNSHOWN = {
  link_expired: 'This link is not valid any more. Please subscribe again.',
  not_found: 'There is nothing at this address.',
  no_receipt: 'There is no receipt: nothing has been credited under this number.',
  body_too_large: 'The request is too large.',
  unsupported_media_type: 'Requests must be sent as application/json.',
} as const satisfies Partial<Record<ApiErrorCode, string>>;

function messageOf(code: ApiErrorCode): string {
  return code in UNSHOWN ? UNSHOWN[code as keyof typeof UNSHOWN] : ENGLISH[`api.${code as Shown}`];
}

type Shown = Exclude<ApiErrorCode, keyof typeof UNSHOWN>;

/** Every error of the API: `{code, message}`. The site shows its own text for the code, or else the message. */
export const API_ERRORS = Object.fromEntries(
  Object.entries(STATUS).map(([code, status]) => [code, { status, message: messageOf(code as ApiErrorCode) }]),
) as { readonly [Code in ApiErrorCode]: { readonly status: (typeof STATUS)[Code]; readonly message: string } };

export const apiErrorSchema = z
  .object({
    code: z.enum(Object.keys(API_ERRORS) as [ApiErrorCode, ...ApiErrorCode[]]),
    message: z.string(),
    requestId: z.string().optional().describe('With errors of the server (5xx): the id of the request in its log'),
  })
  .describe('Every error: a stable code and an English message');

/** Error answers for the schema of every API call. */
const ERROR_RESPONSES = { '4xx': apiErrorSchema, '5xx': apiErrorSchema } as const;

interface Taken {
  readonly params?: z.ZodType;
  readonly querystring?: z.ZodType;
  readonly body?: z.ZodType;
  readonly consumes?: string[];
}

/** Describes the calls of one group: purpose, answer and input. Every call may also answer an error. */
export function callsOf(tag: string) {
  return <Answer, Takes extends Taken = Record<never, never>>(
    summary: string,
    answer: Answer,
    takes: Takes = {} as Takes,
  ) => ({ schema: { summary, tags: [tag], ...takes, response: { 200: answer, ...ERROR_RESPONSES } } });
}
