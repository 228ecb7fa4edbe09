import { CHAIN_IDS, type ChainId } from '#src/config/chains.ts';
import { coinOf } from '#src/config/tokens.ts';
import type { HeldAction } from '#src/dev/rehearsal/held-payments.ts';
import type { PurchaseIntent } from '#src/purchase/purchase-state.ts';
import type { Random } from '../random.ts';

/** The interruptions of a purchase, in addition to those of its neighbours. */
export const INTERRUPTIONS = ['closed-page', 'killed-api', 'cut-rpc', 'reorg', 'lost-in-reorg'] as const;
export type Interruption = (typeof INTERRUPTIONS)[number];

export interface Plan {
  readonly intent: PurchaseIntent;
  /** The page ends when the wallet has sent, before it learns the hash. */
  readonly endsBeforeHash: boolean;
  /** The payment waits in the pool, and ends there in this way. */
  readonly held: HeldAction | null;
  readonly interruptions: readonly {
    readonly kind: Interruption;
    readonly afterMs: number;
    readonly lastsMs: number;
  }[];
  /** Blocks that a reorg of this plan replaces. */
  readonly depth: number;
}

/**
 * Plans `count` purchases, the same ones for the same random numbers; the kinds of interruption take turns, so that
 * each occurs.
 */
export function planPurchases(count: number, chance: Random): Plan[] {
  return Array.from({ length: count }, (_, index) => {
    const chainId = chance.pick<ChainId>(CHAIN_IDS);
    const inCoins = chance.once(2);
    const kinds: Interruption[] = [INTERRUPTIONS[index % INTERRUPTIONS.length] ?? 'closed-page'];
    while (chance.once(2)) kinds.push(chance.pick(INTERRUPTIONS));
    const held = chance.once(6) ? chance.pick<HeldAction>(['speed-up', 'cancel', 'drop', 'release']) : null;
    return {
      intent: inCoins
        ? { chainId, symbol: coinOf(chainId).symbol, amount: String(1 + chance.below(3)) + coinZeros(chainId) }
        : { chainId, symbol: 'USDC', amount: String(6 + chance.below(900)) },
      endsBeforeHash: chance.once(5),
      held,
      interruptions: kinds.map((kind) => ({ kind, afterMs: chance.below(500), lastsMs: 100 + chance.below(900) })),
      depth: 1 + chance.below(8),
    };
  });
}

/** A coin of Polygon is worth less than the smallest purchase. */
function coinZeros(chainId: ChainId): string {
  return chainId === 137 ? '00' : '';
}
