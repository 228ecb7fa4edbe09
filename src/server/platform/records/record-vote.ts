import type { Selectable } from 'kysely';
import type { RecordedVote } from '#src/contract/records.ts';
import type { SignedVote } from '#src/contract/voting.ts';
import type { AirdropTables } from '../database/airdrop-tables.ts';
import type { Tx } from '../database/tables.ts';
import { isoTime } from '../util/iso-time.ts';
import { appendRecord } from './append-record.ts';

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

/** Records a vote as it was signed; changing a vote adds another record. */
export async function recordVote(tx: Tx, row: Selectable<AirdropTables['vote_records']>): Promise<void> {
  const { createdAt: _, ...data } = signedVote(row);
  const subject = `vote-${data.id}`;
  await appendRecord(tx, {
    kind: 'votes',
    event: 'vote',
    data: data satisfies RecordedVote,
    at: row.created_at,
    subject,
    wallet: row.wallet,
    source: subject,
  });
}
