import { TOKENS, type Token } from '#src/config/tokens.ts';
import type { Placement, SimChain } from './sim-chain.ts';

/** A payment as the rules see it, derived from what the chain did. */
export interface ModelPayment {
  readonly placement: Placement;
  readonly index: number;
  readonly payer: string;
  readonly token: Token | undefined;
  readonly tokenAddress: string | null;
  readonly amount: bigint;
  /** What has to come of it: tokens or a refund if it is `payable`. */
  readonly kind: 'payable' | 'failed' | 'wrong-token' | 'no-payer' | 'zero-value' | 'amount-mismatch';
}

/** The payments to the presale that a transaction makes in one block, by this file's own reading of the rules. */
export function paymentsOf(chain: SimChain, placement: Placement): readonly ModelPayment[] {
  const { transaction, outcome } = placement;
  const { presale, chainId } = chain;
  const payments: ModelPayment[] = [];
  const unloggedOf = new Map<string, bigint>();
  const differenceOf = (block: Placement['block'], token: string) => {
    const known = unloggedOf.get(token) ?? unlogged(block.placements, presale, token);
    unloggedOf.set(token, known);
    return known;
  };
  const add = (index: number, payer: string, tokenAddress: string | null, amount: bigint) => {
    const token = TOKENS.find(
      (one) => one.chainId === chainId && (one.address?.toLowerCase() ?? null) === tokenAddress,
    );
    const common = { placement, index, payer, token, tokenAddress, amount };
    payments.push({ ...common, kind: kindOf(placement, token, tokenAddress, payer, amount) });
  };
  const { to, from, value, input } = transaction;
  if (to === presale && from !== presale && (value > 0n || input === '0x')) add(-1, from, null, value);
  if (!outcome.succeeds) return payments;
  const unlisted = new Set<string>();
  outcome.logs.forEach((log, index) => {
    if (log.to !== presale || log.from === presale) return;
    const isListed = TOKENS.some((one) => one.chainId === chainId && one.address?.toLowerCase() === log.token);
    if (!isListed && (unlisted.has(log.token) || unlisted.size >= 10)) return;
    if (!isListed) unlisted.add(log.token);
    add(index, log.from, log.token, log.amount);
  });
  return payments;

  function kindOf(
    { block }: Placement,
    token: Token | undefined,
    tokenAddress: string | null,
    payer: string,
    amount: bigint,
  ): ModelPayment['kind'] {
    if (!outcome.succeeds) return 'failed';
    if (token?.accepted !== true) return 'wrong-token';
    if (BigInt(payer) === 0n) return 'no-payer';
    if (amount === 0n) return 'zero-value';
    return tokenAddress !== null && differenceOf(block, tokenAddress) !== 0n ? 'amount-mismatch' : 'payable';
  }
}

/** How far the presale's balance of a token changed in a block without a log. */
function unlogged(placements: readonly Placement[], presale: string, token: string): bigint {
  let difference = 0n;
  for (const { outcome } of placements) {
    if (!outcome.succeeds) continue;
    for (const log of outcome.logs) {
      if (log.token !== token) continue;
      const extra = log.moved - log.amount;
      difference += (log.to === presale ? extra : 0n) - (log.from === presale ? extra : 0n);
    }
  }
  return difference;
}
