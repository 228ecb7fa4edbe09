/** An address of an EVM chain, in any letter case. */
export const ADDRESS_PATTERN = /^0x[0-9a-fA-F]{40}$/;

/** The hash of a transaction, in any letter case. */
export const HASH_PATTERN = /^0x[0-9a-fA-F]{64}$/;
