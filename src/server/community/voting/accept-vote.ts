import { getAddress } from 'viem';
import type { z } from 'zod';
import type { SignedVote, voteRequestSchema } from '#src/contract/voting.ts';
import { voteText } from '#src/lib/text/vote-text.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import { lockRecordChain } from '#src/server/platform/records/append-record.ts';
import { recordVote, signedVote } from '#src/server/platform/records/record-vote.ts';
import { readNonce, useNonce } from '#src/server/platform/sessions/nonces.ts';
import { coversCredits } from '#src/server/platform/sessions/proofs.ts';
import { verifySignature } from '#src/server/platform/sessions/verify-signature.ts';
import { ApiFailure } from '#src/server/platform/util/errors.ts';
import { type ContentProposal, proposalStatus } from './proposals.ts';

export interface Ballot extends Omit<z.output<typeof voteRequestSchema>, 'walletAddress' | 'proposalId'> {
  /** In lower case. */
  readonly wallet: string;
  readonly proposal: ContentProposal;
  /** Hash of the session that requested the nonce. */
  readonly session: string;
  /** location.host of the page. */
  readonly host: string;
  /** The caller's lane (caller-lane.ts). */
  readonly lane: number;
}

/** Records a signed vote in place of the wallet's previous one, and uses up the nonce. Throws ApiFailure. */
export async function acceptVote(context: AppContext, ballot: Ballot): Promise<SignedVote> {
  const { wallet, proposal, choice, nonce, signature, chainId, session, host, lane } = ballot;
  const { db } = context;
  const now = context.now();
  const label = proposal.texts.en.choices[choice];
  if (proposalStatus(proposal, now) !== 'open') throw new ApiFailure('proposal_not_open');
  if (!proposal.choices.includes(choice) || label === undefined) throw new ApiFailure('invalid_request');
  // A session that has connected a wallet is stored.
  const holder = { tokenHash: session, isStored: true };
  const expiresAt = await readNonce(db, holder, nonce, now);
  if (expiresAt === null) throw new ApiFailure('invalid_proof');
  const message = voteText({
    host,
    proposal: { id: proposal.id, title: proposal.texts.en.title },
    choice: { id: choice, label },
    wallet: getAddress(wallet),
    chainId,
    nonce,
    deadline: new Date(expiresAt).toISOString(),
  });
  const proof = { wallet, chainId, nonce };
  const vouched = await verifySignature(context, proof, { message, signature: signature as `0x${string}` }, lane);
  if (vouched === null || !(await coversCredits(db, wallet, vouched.chains))) throw new ApiFailure('invalid_signature');
  const { signer } = vouched;
  return db.transaction().execute(async (tx) => {
    if (!(await useNonce(tx, holder, nonce))) throw new ApiFailure('invalid_proof');
    // So that a higher number is a later vote, even for clients that read the votes page by page.
    await lockRecordChain(tx, 'votes');
    const record = await tx
      .insertInto('vote_records')
      .values({ proposal_id: proposal.id, wallet, choice, message, signature, signer, created_at: BigInt(now) })
      .returningAll()
      .executeTakeFirstOrThrow();
    const counts = { choice, record_id: record.id };
    await tx
      .insertInto('votes')
      .values({ proposal_id: proposal.id, wallet, ...counts })
      .onConflict((conflict) => conflict.columns(['proposal_id', 'wallet']).doUpdateSet(counts))
      .execute();
    await recordVote(tx, record);
    return signedVote(record);
  });
}
