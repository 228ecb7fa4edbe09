import { createPublicClient, custom, hashMessage, recoverMessageAddress } from 'viem';
import { verifyHash } from 'viem/actions';
import { chainOf, type Engine } from '../context/engine.ts';
import type { ProofMessage } from './read-proof-message.ts';

/** Who vouches for a signature: the wallet's own key, or its contract. */
export type Signer = 'account' | 'contract';

/**
 * Whose `signature` over `message` is: the wallet's by recovery, else by asking the wallet's contract (ERC-1271) on the
 * message's chain, by quorum; null when it is not the wallet's. Asking counts for the caller's `lane` (caller-lane.ts).
 * Throws when that chain cannot be read, and ApiFailure rate_limited when the lane has spent its budget.
 */
export async function verifySignature(
  engine: Engine,
  proof: ProofMessage,
  message: string,
  signature: `0x${string}`,
  lane: number,
): Promise<Signer | null> {
  const recovered = await recoverMessageAddress({ message, signature }).catch(() => null);
  if (recovered?.toLowerCase() === proof.wallet) return 'account';
  const valid = await engine.lookBudget.run(lane, () => askContract(engine, proof, message, signature));
  return valid ? 'contract' : null;
}

async function askContract(
  engine: Engine,
  proof: ProofMessage,
  message: string,
  signature: `0x${string}`,
): Promise<boolean> {
  const chain = chainOf(engine, proof.chainId);
  if ((await chain.code(proof.wallet)) === '0x') return false;
  return chain.agree(async (source) => {
    const client = createPublicClient({
      transport: custom(
        { request: ({ method, params }) => source.request({ method, params: params ?? [] }) },
        { retryCount: 0 },
      ),
    });
    return verifyHash(client, { address: proof.wallet as `0x${string}`, hash: hashMessage(message), signature });
  });
}
