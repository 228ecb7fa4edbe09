/** Opens the list of the visitor's transactions, whether or not its island has loaded. */
export function requestTransactions(): void {
  dispatchEvent(new Event('synx:transactions'));
}
