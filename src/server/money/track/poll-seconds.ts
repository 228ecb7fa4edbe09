import { CHAINS, type ChainId } from '#src/config/chains.ts';
import type { Track } from '#src/contract/track.ts';

const FASTEST = 2;
const SLOWEST = 10;

/** Until the next poll: a block's time while confirmations come, long while a person decides, null at the end. */
export function pollSeconds(status: Track['status'], final: boolean, chainId: ChainId | null): number | null {
  if (final) return null;
  switch (status) {
    case 'processing':
    case 'confirming':
      return chainId === null
        ? FASTEST * 2
        : Math.min(SLOWEST, Math.max(FASTEST, Math.ceil(CHAINS[chainId].blockSeconds)));
    case 'unknown':
      return SLOWEST;
    case 'waiting-signers':
      return 15;
    case 'credited':
    case 'failed':
    case 'rejected':
      return 30;
    case 'debug':
      return null;
    default:
      return 60;
  }
}
