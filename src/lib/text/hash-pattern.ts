/** The hash of a transaction, whatever the case of its letters. */
export const HASH_PATTERN = /^0x[0-9a-fA-F]{64}$/;
