/** The command line of Playwright. */
export const PLAYWRIGHT = 'node_modules/@playwright/test/cli.js';

/**
 * Its environment. Node strips the types of our tests faster than Playwright translates them: 2 s instead of 6 before
 * the first test, and a tenth less for the tests.
 */
export const PLAYWRIGHT_ENV = { PW_DISABLE_TS_ESM: '1' } as const;

/** The variable that tells Playwright that pages are drawn, and that a test which fails leaves a screenshot. */
export const DRAWN = 'SYNX_TEST_DRAWN';
