/**
 * Added to the address of a part of the page that is requested once more: most browsers (Chrome before 156, Firefox
 * before 154, Safari) answer a second request for a module with the failure of the first one.
 */
export const RETRIED = '?retry';
