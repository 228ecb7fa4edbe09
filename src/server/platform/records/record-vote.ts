import type { Selectable } from 'kysely';
import type { RecordedVote } from '#src/contract/records.ts';
import type { AirdropTables } from '../database/airdrop-tables.ts';
import type { Tx } from '../database/tables.ts';
import { appendRecord } from './append-record.ts';
import { signedVote } from './signed-vote.ts';

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
