import { createPublicClient, custom, hashMessage, recoverMessageAddress } from 'viem';
import { verifyHash } from 'viem/actions';
import { chainOf, type Engine } from '../purchases/engine.ts';
import type { ProofMessage } from './read-proof-message.ts';

/**
 * Whether `signature` over `message` belongs to the wallet: by recovery for a plain account, else by asking the wallet's
 * contract (ERC-1271) on the message's chain, by quorum. Throws when that chain cannot be read.
 */
export async function verifySignature(
  engine: Engine,
  proof: ProofMessage,
  message: string,
  signature: `0x${string}`,
): Promise<boolean> {
  const recovered = await recoverMessageAddress({ message, signature }).catch(() => null);
  if (recovered?.toLowerCase() === proof.wallet) return true;
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
