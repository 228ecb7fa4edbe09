/**
 * Every version of the terms of sale, by the day in the front matter of content/legal/en/terms.md; the current one
 * last.
 */
export const CURRENT_TERMS_VERSION = '2026-11-27';
export const TERMS_VERSIONS = ['2026-11-21', '2026-11-22', CURRENT_TERMS_VERSION] as const;

/** Stored if a buyer named no version, or one that never existed: we record the payment anyway. */
export const NO_TERMS_VERSION = 'not stated';
