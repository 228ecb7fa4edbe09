/**
 * Asks the wallet button of the page to connect, or opens the list of the visitor's transactions, whether or not the
 * island has loaded.
 */
export function requestIsland(what: 'connect' | 'transactions'): void {
  dispatchEvent(new Event(`synx:${what}`));
}
