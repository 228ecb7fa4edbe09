/** Added to a module's address at its second request: browsers repeat the failure of the first for the same one. */
export const RETRIED = '?retry';
