import { ADDRESS_PATTERN } from '#src/lib/text/hex-patterns.ts';

/** 1,110,000,000 SYNX, all there will ever be (contracts/SynxToken.sol). */
const MINTED = 1_110_000_000n;

/**
 * What a supply table lacks: its lines have a purpose, a receiver on the chain of the token and an amount in whole
 * SYNX, and sum to all there is. Null if it is complete.
 */
export function supplyProblem(table: unknown): string | null {
  if (!Array.isArray(table) || table.length === 0) return 'it has no lines';
  let sum = 0n;
  for (const [index, line] of table.entries()) {
    const { purpose, to, amount } = (line ?? {}) as Readonly<Record<string, unknown>>;
    const isSound =
      typeof purpose === 'string' && purpose.trim() !== '' && ADDRESS_PATTERN.test(String(to)) && isWhole(amount);
    if (!isSound) return `line ${index + 1} needs a purpose, an address "to" and an "amount" in whole SYNX`;
    sum += BigInt(String(amount));
  }
  return sum === MINTED ? null : `it sums to ${sum} SYNX instead of ${MINTED}`;
}

function isWhole(amount: unknown): boolean {
  return typeof amount === 'string' && /^[1-9]\d{0,10}$/.test(amount);
}
