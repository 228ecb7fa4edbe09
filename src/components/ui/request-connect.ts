/** Asks the wallet button of the page to connect, whether its island has loaded or not. */
export function requestConnect(): void {
  dispatchEvent(new Event('synx:connect'));
}
