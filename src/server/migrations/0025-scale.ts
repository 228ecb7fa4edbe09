import type { DatabaseEngine } from '../database/engine.ts';

/**
 * Inner nodes of the trees of public records, so that a proof does not read a whole day; the last walk along each
 * leaderboard, so that one instance walks for all; indexes for reads and sweeps whose cost must not grow with their
 * tables.
 */
export function scaleSchema(engine: DatabaseEngine): readonly string[] {
  const sqlite = engine === 'sqlite';
  const int = sqlite ? 'integer' : 'bigint';
  const table = (name: string, columns: string) => `create table ${name} (${columns})${sqlite ? ' strict' : ''}`;
  return [
    table(
      'record_nodes',
      `kind text not null, day text not null, level ${int} not null, position ${int} not null, hash text not null,
       primary key (kind, day, level, position)`,
    ),
    table('rank_snapshots', `board text primary key, walked_at ${int} not null, body text not null`),
    'create index payments_unfinished on payments (chain_id, transaction_hash) where final = 0',
    'create index session_proofs_proven on session_proofs (proven_at)',
    "create index newsletter_pending on newsletter_subscribers (created_at) where status = 'pending'",
    'create index newsletter_tokens_expiry on newsletter_tokens (expires_at) where expires_at is not null',
    'create index faq_votes_age on faq_votes (voted_at)',
    'create index human_passes_expiry on human_passes (expires_at)',
    'create index human_tries_age on human_tries (updated_at)',
    // SQLite's index already contains the id.
    ...(sqlite
      ? []
      : [
          'create index ledger_entries_account_id on ledger_entries (account_id, id)',
          'drop index ledger_entries_account',
        ]),
  ];
}
