/** The number of a chain as wallets name it, in hexadecimal or not; null for anything else. */
export function chainNumber(named: unknown): number | null {
  const number = typeof named === 'string' || typeof named === 'number' ? Number(named) : 0;
  return Number.isSafeInteger(number) && number > 0 ? number : null;
}
