/**
 * Added to the address of a module that the page requests a second time: most browsers (Chrome before 156, Firefox
 * before 154, Safari) answer the second request for an address with the failure of the first.
 */
export const RETRIED = '?retry';
