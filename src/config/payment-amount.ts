import { formatNumber } from '#src/lib/format-number.ts';
import { TOKENS } from './tokens.ts';

interface Paid {
  readonly chainId: number | null;
  readonly paymentMethod: string | null;
  readonly paymentAmount: string | null;
}

/** What was paid, with the coin's name as screens show it ("1.5 POL"); `notListed` stands for a token we do not list. */
export function paymentAmount(
  { chainId, paymentMethod, paymentAmount: amount }: Paid,
  notListed: string,
  tag: string,
): string {
  if (amount === null || paymentMethod === null) return notListed;
  const token = TOKENS.find((one) => one.chainId === chainId && one.symbol === paymentMethod);
  return `${formatNumber(amount, tag, 0, 18)} ${token?.display ?? paymentMethod}`;
}
