import { request } from '#src/client/request.ts';
import { DEFAULT_CHAIN_ID, isChainId } from '#src/config/chains.ts';
import type { SignedVote, VoteRequest, VoteResponse } from '#src/contract/voting.ts';
import type { WalletNonceResponse } from '#src/contract/wallet.ts';
import { type VoteFields, voteText } from '#src/lib/text/vote-text.ts';
import { personalSign } from './personal-sign.ts';
import type { Provider } from './provider-types.ts';

export interface VoteToSign {
  readonly provider: Provider;
  /** EIP-55 address. */
  readonly account: string;
  readonly chainId: number | null;
  /** Its English texts, which the signed text contains in every language. */
  readonly proposal: VoteFields['proposal'];
  readonly choice: VoteFields['choice'];
  /** Called when the wallet has signed; the rest happens between this page and the API. */
  readonly onSigned: () => void;
}

/** Has the wallet sign the text of a vote and sends it to the API; throws the wallet's error or RequestError. */
export async function signVote({
  provider,
  account,
  proposal,
  choice,
  onSigned,
  ...vote
}: VoteToSign): Promise<SignedVote> {
  const { nonce, expiresAt } = await request<WalletNonceResponse>('GET', '/api/wallet/nonce');
  const chainId = isChainId(vote.chainId) ? vote.chainId : DEFAULT_CHAIN_ID;
  const fields = { host: location.host, wallet: account, chainId, nonce, deadline: expiresAt };
  const signature = await personalSign(provider, account, voteText({ ...fields, proposal, choice }));
  onSigned();
  const ballot: VoteRequest = {
    walletAddress: account,
    proposalId: proposal.id,
    choice: choice.id,
    nonce,
    signature,
    chainId,
  };
  return (await request<VoteResponse>('POST', '/api/voting/vote', ballot)).vote;
}
