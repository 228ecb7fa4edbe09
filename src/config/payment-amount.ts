import { formatNumber } from '#src/lib/text/format-number.ts';
import { TOKENS } from './tokens.ts';

interface Paid {
  readonly chainId: number | null;
  readonly paymentMethod: string | null;
  readonly paymentAmount: string | null;
  readonly paymentBaseUnits: string | null;
}

/** The amount paid with its coin ("1.5 POL"); `notListed` for an unlisted token, a dash without a known payment. */
export function paymentAmount(
  { chainId, paymentMethod, paymentAmount: amount, paymentBaseUnits: units }: Paid,
  notListed: string,
  tag: string,
): string {
  if (amount === null || paymentMethod === null) return units === null ? '–' : notListed;
  const token = TOKENS.find((one) => one.chainId === chainId && one.symbol === paymentMethod);
  return `${formatNumber(amount, tag, 0, 18)} ${token?.display ?? paymentMethod}`;
}
