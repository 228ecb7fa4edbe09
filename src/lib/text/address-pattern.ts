/** An address of an EVM chain, whatever the case of its letters. */
export const ADDRESS_PATTERN = /^0x[0-9a-fA-F]{40}$/;
