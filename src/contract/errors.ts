import { z } from 'zod';

/** Every error the API answers: `{code, message}`. The site shows its own text for the code, otherwise the message. */
export const API_ERRORS = {
  invalid_request: { status: 400, message: 'The request is not valid.' },
  invalid_wallet_address: { status: 400, message: 'This is not a valid wallet address.' },
  wallet_checksum_mismatch: {
    status: 400,
    message: 'The checksum of the wallet address is wrong. Please copy the address again.',
  },
  invalid_transaction_hash: {
    status: 400,
    message: 'A transaction hash has 66 characters: 0x and 64 hexadecimal characters.',
  },
  invalid_amount: { status: 400, message: 'The amount must be a number greater than zero.' },
  invalid_email: { status: 400, message: 'This is not a valid e-mail address.' },
  insufficient_available: { status: 400, message: 'The amount is more than you have available to stake.' },
  no_tokens_available: { status: 400, message: 'You must first purchase tokens to be able to stake them' },
  invalid_proof: { status: 400, message: 'The signed message is not valid. Please sign a new one.' },
  invalid_signature: { status: 400, message: 'The signature does not belong to this wallet.' },
  proof_required: { status: 403, message: 'Please sign a free message to prove that this wallet is yours.' },
  no_wallet_session: { status: 403, message: 'Please connect your wallet first.' },
  wrong_wallet: { status: 403, message: 'This request is for a different wallet from the connected one.' },
  foreign_origin: { status: 403, message: 'Requests from this origin are not accepted.' },
  captcha_required: { status: 403, message: 'CAPTCHA required' },
  captcha_invalid: { status: 403, message: 'Incorrect answer. Please try again.' },
  captcha_locked: { status: 429, message: 'Too many incorrect attempts. Please try again later.' },
  invalid_x_account: { status: 400, message: 'Please enter your X (Twitter) username.' },
  invalid_youtube_username: { status: 400, message: 'Please enter your YouTube username' },
  mission_unavailable: { status: 409, message: 'This mission is not open yet.' },
  mission_completed: { status: 409, message: 'You have already completed this mission.' },
  mission_pending: { status: 409, message: 'This mission is being reviewed. This takes up to 24 hours.' },
  mission_cooldown: { status: 429, message: 'Please wait a few minutes before you submit this mission again.' },
  x_account_needed: { status: 409, message: 'Submit X Username First' },
  x_follow_needed: { status: 409, message: 'Complete X Follow First' },
  vote_needed: { status: 409, message: 'Please vote on a proposal first.' },
  account_taken: { status: 409, message: 'This account has already been used by another participant.' },
  proposal_not_open: { status: 409, message: 'Voting on this proposal is not open.' },
  appeal_open: { status: 409, message: 'Your appeal is already being reviewed.' },
  not_appealable: { status: 409, message: 'There is no decision here that you can appeal.' },
  link_expired: { status: 410, message: 'This link is not valid any more. Please subscribe again.' },
  not_found: { status: 404, message: 'There is nothing at this address.' },
  no_receipt: { status: 404, message: 'There is no receipt: nothing has been credited under this number.' },
  body_too_large: { status: 413, message: 'The request is too large.' },
  unsupported_media_type: { status: 415, message: 'Requests must be sent as application/json.' },
  rate_limited: { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  internal_error: { status: 500, message: 'Something went wrong on our side. No data was lost.' },
  storage_unavailable: {
    status: 503,
    message: 'Our records are unavailable at the moment. Please try again shortly.',
  },
  overloaded: { status: 503, message: 'The service is busy. Please try again shortly.' },
  chain_unavailable: { status: 503, message: 'The blockchain is unreachable at the moment. Please try again shortly.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ApiErrorCode = keyof typeof API_ERRORS;

export const apiErrorSchema = z
  .object({
    code: z.enum(Object.keys(API_ERRORS) as [ApiErrorCode, ...ApiErrorCode[]]),
    message: z.string(),
    requestId: z.string().optional().describe('With errors of the server (5xx): the id of the request in its log'),
  })
  .describe('Every error: a stable code and an English message');
