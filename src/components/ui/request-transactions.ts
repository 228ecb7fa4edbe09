/** Opens the list of the visitor's transactions, whether its island has loaded or not. */
export function requestTransactions(): void {
  dispatchEvent(new Event('synx:transactions'));
}
