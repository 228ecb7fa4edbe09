/** Every version of the terms of sale there has been, by the day in the front matter of content/legal/en/terms.md; the present one last. */
export const TERMS_VERSIONS = ['2026-11-21'] as const;
export const CURRENT_TERMS_VERSION = TERMS_VERSIONS[TERMS_VERSIONS.length - 1];

/** What stands where a buyer named no version, or one that never was: a payment is recorded all the same. */
export const NO_TERMS_VERSION = 'not stated';
