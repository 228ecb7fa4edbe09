import type { ReasonCode } from '#src/contract/airdrop.ts';

/** The reviewer's text for each reason; the participant reads the site's own text, in their language. */
export const REASON_LABELS: Readonly<Record<ReasonCode, string>> = {
  'account-not-found': 'The account does not exist',
  'account-like-bot': 'The account looks like a bot',
  'account-taken': 'The account was used by another wallet',
  'action-not-found': 'The follow, post or repost was not found',
  'rules-not-followed': 'The requirements are not met',
  'content-not-public': 'The content is not public',
  'content-copied': 'The content is somebody else’s',
  'content-unlawful': 'The content is unlawful or harmful',
  duplicate: 'Submitted before',
  abuse: 'Abuse of the airdrop',
  mistake: 'Our mistake',
  other: 'Another reason (see the note)',
};
