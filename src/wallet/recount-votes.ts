import { createPublicClient, custom, getAddress, type Hex, hashMessage } from 'viem';
import { verifyHash } from 'viem/actions';
import { verifyMessage } from 'viem/utils';
import { publishedRecords } from '#src/client/recount/read-records.ts';
import { request } from '#src/client/request.ts';
import { chainNumber } from '#src/config/chains.ts';
import type { RecordedVote } from '#src/contract/records.ts';
import type { ProposalsResponse } from '#src/contract/voting.ts';
import { verifyRecords } from '#src/lib/hash/verify-records.ts';
import { votedText } from '#src/lib/text/vote-text.ts';
import { isRevert } from './error-code.ts';
import type { Provider } from './provider-types.ts';
import { timelyProvider } from './resolve-provider.ts';

export interface VoteCount {
  readonly choices: readonly {
    readonly id: string;
    readonly label: string;
    readonly counted: number;
    readonly published: number;
  }[];
  /** Counted votes with a valid signature, with an invalid one, and those we cannot check here. */
  readonly valid: number;
  readonly invalid: number;
  readonly unchecked: number;
  /** Whether every vote record contains the hash of the previous one, and the published roots match. */
  readonly chainHolds: boolean;
  readonly records: number;
}

type Checked = 'valid' | 'invalid' | 'unchecked';

/**
 * Counts a proposal from the records of all votes: each wallet's latest vote, unless its signature is invalid or for
 * another text. Checks contract wallets through the visitor's wallet if that is on their chain and answers. Calls
 * `show` with the progress. Throws RequestError if it cannot read the records.
 */
export async function recountVotes(
  proposalId: string,
  wallet: Provider | null,
  show: (done: number, total: number) => void,
): Promise<VoteCount> {
  const latest = new Map<string, RecordedVote>();
  const verdict = await verifyRecords(
    publishedRecords(),
    'votes',
    (record) => {
      const vote = (record as unknown as { data: RecordedVote }).data;
      if (vote.proposalId === proposalId) latest.set(vote.walletAddress, vote);
    },
    async () => undefined,
  );
  // Read after the records: a vote cast in between shows up as a difference that the next count settles, or in neither.
  const { proposals } = await request<ProposalsResponse>(
    'GET',
    `/api/voting/proposals?locale=${document.documentElement.lang}`,
  );
  const proposal = proposals.find(({ id }) => id === proposalId);
  if (proposal === undefined) throw new Error('the proposal no longer exists');
  const counted = new Map<string, number>();
  const totals: Record<Checked, number> = { valid: 0, invalid: 0, unchecked: 0 };
  const provider = wallet && timelyProvider(wallet);
  const chainId = (await provider?.request({ method: 'eth_chainId' }).then(chainNumber, () => null)) ?? null;
  let done = 0;
  for (const vote of latest.values()) {
    const checked = await check(vote, provider, chainId);
    totals[checked] += 1;
    if (checked !== 'invalid') counted.set(vote.choice, (counted.get(vote.choice) ?? 0) + 1);
    done += 1;
    show(done, latest.size);
  }
  return {
    ...totals,
    choices: proposal.choices.map(({ id, label, votes }) => ({
      ...{ id, label },
      ...{ counted: counted.get(id) ?? 0, published: votes },
    })),
    chainHolds: verdict.problems.length === 0,
    records: verdict.records,
  };
}

async function check(vote: RecordedVote, provider: Provider | null, chainId: number | null): Promise<Checked> {
  const signed = votedText(vote.message);
  const address = getAddress(vote.walletAddress);
  const same = signed?.proposal === vote.proposalId && signed.choice === vote.choice && signed.wallet === address;
  if (!same) return 'invalid';
  const signature = vote.signature as Hex;
  if (vote.signer === 'account')
    return (await verifyMessage({ address, message: vote.message, signature }).catch(() => false))
      ? 'valid'
      : 'invalid';
  if (provider === null || signed.chainId !== chainId) return 'unchecked';
  // viem takes every failed call for an invalid signature, but only a contract that reverts says so.
  let failure: unknown = null;
  const asked: Provider = {
    request: (call) =>
      provider.request(call).catch((error: unknown) => {
        failure = error;
        throw error;
      }),
  };
  const transport = custom(asked as Parameters<typeof custom>[0], { retryCount: 0 });
  // A voter's contract must not lead the visitor's browser elsewhere (EIP-3668).
  const client = createPublicClient({ ccipRead: false, transport });
  const isValid = await verifyHash(client, { address, hash: hashMessage(vote.message), signature }).catch(() => null);
  if (isValid === true) return 'valid';
  return isValid === null || (failure !== null && !isRevert(failure)) ? 'unchecked' : 'invalid';
}
