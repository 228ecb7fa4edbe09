/** Has the page's wallet button connect, or its list of transactions open, whether or not the island has loaded. */
export function requestIsland(what: 'connect' | 'transactions'): void {
  dispatchEvent(new Event(`synx:${what}`));
}
