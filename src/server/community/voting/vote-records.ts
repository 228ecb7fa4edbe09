import { type SignedVote, VOTES_LISTED, VOTES_PAGE, type Votes } from '#src/contract/voting.ts';
import type { Db } from '#src/server/platform/database/tables.ts';
import { signedVote } from '#src/server/platform/records/record-vote.ts';
import { isoTime } from '#src/server/platform/util/iso-time.ts';

function counted(db: Db) {
  return db
    .selectFrom('votes')
    .innerJoin('vote_records', 'vote_records.id', 'votes.record_id')
    .selectAll('vote_records');
}

/** A page of a proposal's votes that count, oldest first, and where the next page starts. */
export async function votesOn(
  db: Db,
  proposalId: string,
  after: number,
): Promise<{ readonly votes: SignedVote[]; readonly next: number | null }> {
  const rows = await counted(db)
    .where('votes.proposal_id', '=', proposalId)
    .where('votes.record_id', '>', BigInt(after))
    .orderBy('votes.record_id')
    .limit(VOTES_PAGE + 1)
    .execute();
  const page = rows.slice(0, VOTES_PAGE);
  return { votes: page.map(signedVote), next: rows.length > VOTES_PAGE ? Number(page.at(-1)?.id ?? 0n) : null };
}

/** The votes of one wallet (lower case) that count, newest first. */
export async function votesOf(db: Db, wallet: string): Promise<SignedVote[]> {
  const rows = await counted(db)
    .where('votes.wallet', '=', wallet)
    .orderBy('votes.record_id', 'desc')
    .limit(VOTES_LISTED)
    .execute();
  return rows.map(signedVote);
}

/** The latest votes of all wallets that count, newest first, in the short shape of GET /api/voting/votes. */
export async function latestVotes(db: Db): Promise<Votes> {
  const rows = await db
    .selectFrom('votes')
    .innerJoin('vote_records', 'vote_records.id', 'votes.record_id')
    .select(['votes.wallet', 'votes.proposal_id', 'votes.choice', 'vote_records.created_at'])
    .orderBy('votes.record_id', 'desc')
    .limit(VOTES_LISTED)
    .execute();
  return rows.map((row) => ({
    walletAddress: row.wallet,
    proposalId: row.proposal_id,
    choice: row.choice,
    createdAt: isoTime(row.created_at),
  }));
}

/** How many votes each choice has, by proposal. */
export async function countVotes(db: Db): Promise<ReadonlyMap<string, ReadonlyMap<string, number>>> {
  const rows = await db
    .selectFrom('vote_counts')
    .select(['proposal_id', 'choice', 'votes'])
    .where('votes', '>', 0n)
    .execute();
  const counts = new Map<string, Map<string, number>>();
  for (const { proposal_id: proposal, choice, votes } of rows) {
    const choices = counts.get(proposal) ?? new Map<string, number>();
    counts.set(proposal, choices.set(choice, Number(votes)));
  }
  return counts;
}
