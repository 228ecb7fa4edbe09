import { map } from 'nanostores';
import { RequestError, request } from '#src/client/request.ts';
import { toastTextOf } from '#src/client/request-message.ts';
import type { CastVotes, Proposal, ProposalsResponse } from '#src/contract/voting.ts';
import { isRejection, isSilence } from '#src/wallet/error-code.ts';
import { askingProvider } from './ask-wallet.ts';
import { currentConnection } from './current-connection.ts';
import { createPolledQuery, createQuery, refreshQueries } from './queries.ts';
import { reopenSession } from './register-wallet.ts';
import { $account, $wallet } from './wallet-state.ts';

const PROPOSALS = '/api/voting/proposals';
const CAST_VOTES = '/api/voting/receipt';
const POLL_MS = 30_000;

const locale = typeof document === 'undefined' ? 'en' : document.documentElement.lang;

export const $proposals = createPolledQuery<ProposalsResponse>([`${PROPOSALS}?locale=${locale}`], POLL_MS);
export const $castVotes = createQuery<CastVotes>([CAST_VOTES, $account]);

/** One vote at a time: its progress, or the outcome of the last one. */
export interface VoteState {
  readonly proposalId: string | null;
  /** The voting account, in EIP-55 form. */
  readonly account: string | null;
  /** `unanswered`: the vote was sent, and nothing says whether it was recorded. */
  readonly step: 'idle' | 'signing' | 'recording' | 'recorded' | 'rejected' | 'failed' | 'unanswered';
  /** Why it failed: the API's sentence and its key. */
  readonly text: string | null;
  readonly textKey: string | null;
}

const IDLE: VoteState = { proposalId: null, account: null, step: 'idle', text: null, textKey: null };
export const $vote = map<VoteState>(IDLE);

export function isVoting({ step }: VoteState): boolean {
  return step === 'signing' || step === 'recording';
}

/** Has the wallet sign a choice and records it. The outcome is in $vote; it never throws. */
export async function castVote(proposalId: string, choiceId: string): Promise<void> {
  const { account, walletChainId: chainId } = $wallet.get();
  const connection = currentConnection();
  if (account === null || connection === null || isVoting($vote.get())) return;
  $vote.set({ ...IDLE, proposalId, account, step: 'signing' });
  try {
    const { proposal, choice } = await englishWords(proposalId, choiceId);
    // The nonce belongs to the session, which must exist first.
    await reopenSession();
    const { signVote } = await import('#src/wallet/sign-vote.ts');
    const onSigned = () => $vote.setKey('step', 'recording');
    const provider = askingProvider(connection.provider, 'vote');
    await signVote({ provider, account, chainId, proposal, choice, onSigned });
    $vote.setKey('step', 'recorded');
    refreshQueries([PROPOSALS, CAST_VOTES]);
  } catch (error) {
    console.warn(error);
    const silent = isSilence(error) ? { textKey: 'wallet.error.silent' } : {};
    const { text = null, textKey = null } = { ...toastTextOf(error), ...silent };
    const isUnanswered = $vote.get().step === 'recording' && !isRefusal(error);
    const step = isRejection(error) ? 'rejected' : isUnanswered ? 'unanswered' : 'failed';
    $vote.set({ proposalId, account, step, text, textKey });
    if (isUnanswered) refreshQueries([PROPOSALS, CAST_VOTES]);
  }
}

/** A proposal's texts as they appear in the signed text. */
async function englishWords(
  proposalId: string,
  choiceId: string,
): Promise<{ proposal: Proposal; choice: Proposal['choices'][number] }> {
  const { proposals } = await request<ProposalsResponse>('GET', PROPOSALS);
  const proposal = proposals.find(({ id }) => id === proposalId);
  const choice = proposal?.choices.find(({ id }) => id === choiceId);
  if (proposal === undefined || choice === undefined) throw new Error('the proposal no longer exists');
  return { proposal, choice };
}

/** Whether the API itself refused; a proxy before it may fail after the vote was recorded. */
function isRefusal(error: unknown): boolean {
  return error instanceof RequestError && error.code !== null;
}
