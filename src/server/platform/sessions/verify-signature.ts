import { createPublicClient, custom, hashMessage, recoverMessageAddress } from 'viem';
import { verifyHash } from 'viem/actions';
import { CHAIN_IDS, type ChainId } from '#src/config/chains.ts';
import { type AppContext, chainOf } from '../context/app-context.ts';
import { creditedChains } from './proofs.ts';
import type { ProofMessage } from './read-proof-message.ts';

/** Who vouches for a signature: the wallet's own key, or its contract. */
export type Signer = 'account' | 'contract';

export interface Vouched {
  readonly signer: Signer;
  /** Where the contract vouches; null for the wallet's own key, which is the same everywhere. */
  readonly chains: readonly number[] | null;
}

interface Signed {
  readonly message: string;
  readonly signature: `0x${string}`;
}

/**
 * Who signed `message`: the wallet's key, or its contract (ERC-1271) by quorum on the message's chain and on every
 * chain with credited payments; null for neither. The reads are charged to the caller's `lane`. Throws if it cannot
 * read a chain, and ApiFailure rate_limited.
 */
export async function verifySignature(
  context: AppContext,
  proof: ProofMessage,
  signed: Signed,
  lane: number,
): Promise<Vouched | null> {
  const recovered = await recoverMessageAddress(signed).catch(() => null);
  if (recovered?.toLowerCase() === proof.wallet) return { signer: 'account', chains: null };
  const ask = (chainId: ChainId) =>
    context.lookBudget.run(lane, () => askContract(context, { ...proof, chainId }, signed));
  if (!(await ask(proof.chainId))) return null;
  const chains: number[] = [proof.chainId];
  for (const chainId of CHAIN_IDS) {
    if (chainId === proof.chainId || !(await creditedChains(context.db, proof.wallet)).includes(chainId)) continue;
    if (await ask(chainId)) chains.push(chainId);
  }
  return { signer: 'contract', chains };
}

async function askContract(context: AppContext, proof: ProofMessage, { message, signature }: Signed): Promise<boolean> {
  const chain = chainOf(context, proof.chainId);
  if ((await chain.code(proof.wallet)) === '0x') return false;
  return chain.readByQuorum(async (source) => {
    const client = createPublicClient({
      // Otherwise a contract could have us ask any address (EIP-3668), also of this network, and read without an end.
      ccipRead: false,
      transport: custom(
        { request: ({ method, params }) => source.request({ method, params: params ?? [] }) },
        { retryCount: 0 },
      ),
    });
    return verifyHash(client, { address: proof.wallet as `0x${string}`, hash: hashMessage(message), signature });
  });
}
