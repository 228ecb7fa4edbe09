/** Parses a typed X name (with @ or as a profile's address); returns the bare name, or null. */
export function readXAccount(text: string): string | null {
  const bare = text
    .trim()
    .replace(/^https:\/\/(?:www\.|mobile\.)?(?:x|twitter)\.com\//i, '')
    .replace(/^@/, '')
    .replace(/\/$/, '');
  return /^\w{1,15}$/.test(bare) ? bare : null;
}

/** Parses a YouTube name or handle; returns it trimmed, with single spaces and without @, or null. */
export function readYoutubeName(text: string): string | null {
  const bare = text.normalize('NFC').trim().replace(/\s+/g, ' ').replace(/^@/, '');
  return /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N} ._·'&-]{0,59}$/u.test(bare) ? bare : null;
}

/** For each account: the parser of its names, the refusal of invalid ones, and a profile's address up to the name. */
export const SOCIAL_ACCOUNTS = {
  x: { read: readXAccount, refusal: 'invalid_x_account', profile: 'https://x.com/' },
  youtube: {
    read: readYoutubeName,
    refusal: 'invalid_youtube_username',
    profile: 'https://www.youtube.com/@',
  },
} as const;

/** Two spellings of one account have the same key. */
export function accountKey(name: string): string {
  return name.normalize('NFKC').toLowerCase().replaceAll(' ', '');
}
