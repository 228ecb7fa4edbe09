import { REHEARSAL_CLAIMS } from '#src/config/development-accounts.ts';

/**
 * Whether this build says where tokens are claimed. In a rehearsal, which begins long before, texts say what the site
 * of real chains says today.
 */
export function hasClaim(): boolean {
  const claims = process.env.PUBLIC_CLAIMS ?? '';
  return claims !== '' && claims !== REHEARSAL_CLAIMS;
}
