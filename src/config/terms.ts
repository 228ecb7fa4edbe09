import versions from '#content/terms-versions.json' with { type: 'json' };

/** Every version of the terms of sale, by the day in content/legal/en/terms.md; the current one last. */
export const TERMS_VERSIONS: readonly string[] = versions;

/** Stored if a buyer named no version, or one that never existed: we record the payment anyway. */
export const NO_TERMS_VERSION = 'not stated';
