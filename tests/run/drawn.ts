/** The variable that tells Playwright that pages are drawn, and that a test which fails leaves a screenshot. */
export const DRAWN = 'SYNX_TEST_DRAWN';
