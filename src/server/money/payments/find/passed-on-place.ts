/**
 * Position of a payment that no log and no value of its transaction shows, counted down from the largest that a
 * payment's name can hold: a contract passed coins on, and two people recorded their owner. No block holds that many
 * logs.
 */
export const LAST_PLACE = 999_999n;
/** One transaction can pass on the coins of this many customers. */
export const MAX_PASSED_ON = 200n;

/** Whether a payment is one that people recorded. */
export function isPassedOn({ transfer_index: place }: { readonly transfer_index: bigint }): boolean {
  return place > LAST_PLACE - MAX_PASSED_ON;
}
