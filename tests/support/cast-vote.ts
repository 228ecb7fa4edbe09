import { getAddress } from 'viem';
import { voteText } from '#src/lib/text/vote-text.ts';
import type { Visitor } from './wallet-session.ts';

/** The proposal of tests/api/services/content that is open at the tests' time. */
const PROPOSAL = { id: 'first-shelf', title: 'Which shelf comes first?' };
const LABELS: Readonly<Record<string, string>> = { vases: 'Vases', lamps: 'Lamps' };

/** Signs a vote as a page does and returns the body of POST /api/voting/vote, with the text that was signed. */
export async function signedBallot(
  visitor: Visitor,
  choice: string,
  { wallet = visitor.wallet, chainId = 1, signer = visitor.account } = {},
) {
  const { nonce, expiresAt } = (await visitor.get('/api/wallet/nonce')).json();
  const message = voteText({
    host: 'localhost:4321',
    proposal: PROPOSAL,
    choice: { id: choice, label: LABELS[choice] ?? choice },
    wallet: getAddress(wallet as `0x${string}`),
    chainId,
    nonce,
    deadline: expiresAt,
  });
  const signature = await signer.signMessage({ message });
  return { message, body: { walletAddress: wallet, proposalId: PROPOSAL.id, choice, nonce, signature, chainId } };
}
