/** The variable that tells a test runner that it shares the processors with other stages. */
export const ASIDE = 'SYNX_TEST_ASIDE';
