import { TOKENS } from '#src/config/tokens.ts';
import { PAYMENT_FIELDS } from './guard-provider.ts';

/** Whether a transaction pays `recipient` in a coin or in a token that is accepted, and does nothing else. */
export function isPlainPayment(transaction: unknown, recipient: string | null): boolean {
  if (recipient === null || typeof transaction !== 'object' || transaction === null) return false;
  const fields = transaction as Record<string, unknown>;
  if (Object.keys(fields).some((name) => fields[name] !== undefined && !PAYMENT_FIELDS.has(name))) return false;
  const { to, data, value, chainId, type } = fields;
  if (typeof to !== 'string' || !['undefined', '0x0', '0x1', '0x2'].includes(String(type))) return false;
  if (data === undefined || data === '0x') return to.toLowerCase() === recipient.toLowerCase();
  if (typeof data !== 'string' || data.length !== 138) return false;
  if (value !== undefined && BigInt(String(value)) !== 0n) return false;
  const isToken = TOKENS.some(
    (token) =>
      token.accepted &&
      token.address?.toLowerCase() === to.toLowerCase() &&
      (chainId === undefined || BigInt(String(chainId)) === BigInt(token.chainId)),
  );
  return isToken && data.toLowerCase().startsWith(`0xa9059cbb${recipient.slice(2).toLowerCase().padStart(64, '0')}`);
}
