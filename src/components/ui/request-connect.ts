/** Asks the wallet button of the page to connect, whether or not its island has loaded. */
export function requestConnect(): void {
  dispatchEvent(new Event('synx:connect'));
}
