/**
 * Place of a payment that no log and no value of its transaction shows, counted down from the largest that a payment's
 * name holds: a contract passed coins on, and two people recorded for whom. No block holds so many logs.
 */
export const LAST_PLACE = 999_999n;
/** So many customers' coins can come by one transaction. */
export const MAX_PASSED_ON = 200n;

/** Whether a payment is one that people recorded. */
export function isPassedOn({ transfer_index: place }: { readonly transfer_index: bigint }): boolean {
  return place > LAST_PLACE - MAX_PASSED_ON;
}
