/**
 * Position of a payment that neither a log nor the value of its transaction shows: a contract passed coins on, and two
 * people recorded who paid. Counts down from the largest number that a payment's name can hold; no block has that many
 * logs.
 */
export const LAST_PLACE = 999_999n;
/** One transaction can pass on the coins of this many customers. */
export const MAX_PASSED_ON = 200n;

/** Whether two people recorded this payment. */
export function isPassedOn({ transfer_index: place }: { readonly transfer_index: bigint }): boolean {
  return place > LAST_PLACE - MAX_PASSED_ON;
}
