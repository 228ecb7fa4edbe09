import type { Selectable } from 'kysely';
import type { SignedVote } from '#src/contract/voting.ts';
import type { AirdropTables } from '../database/airdrop-tables.ts';
import { isoTime } from '../util/iso-time.ts';

/** The published form of a vote. */
export function signedVote(row: Selectable<AirdropTables['vote_records']>): SignedVote {
  return {
    id: String(row.id),
    walletAddress: row.wallet,
    proposalId: row.proposal_id,
    choice: row.choice,
    message: row.message,
    signature: row.signature,
    signer: row.signer,
    createdAt: isoTime(row.created_at),
  };
}
