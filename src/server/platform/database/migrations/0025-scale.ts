import type { EngineWords } from './engine-words.ts';

/** Inner nodes of the records' trees, the last walk along each leaderboard, and indexes for tables that grow. */
export function scaleSchema({ sqlite, int, table }: EngineWords): readonly string[] {
  return [
    table(
      'record_nodes',
      `kind text not null, day text not null, level ${int} not null, position ${int} not null, hash text not null,
       primary key (kind, day, level, position)`,
    ),
    table('rank_snapshots', `board text primary key, walked_at ${int} not null, body text not null`),
    'create index payments_unfinished on payments (chain_id, transaction_hash) where final = 0',
    'create index session_proofs_proven on session_proofs (proven_at)',
    'create index session_proofs_wallet on session_proofs (wallet)',
    "create index newsletter_pending on newsletter_subscribers (created_at) where status = 'pending'",
    'create index newsletter_tokens_expiry on newsletter_tokens (expires_at) where expires_at is not null',
    'create index faq_votes_age on faq_votes (voted_at)',
    'create index human_passes_expiry on human_passes (expires_at)',
    'create index human_tries_age on human_tries (updated_at)',
    // SQLite's index already contains the id.
    ...(sqlite
      ? statistics()
      : [
          'create index ledger_entries_account_id on ledger_entries (account_id, id)',
          'drop index ledger_entries_account',
        ]),
  ];
}

/**
 * How many rows an index finds in a large sale: without it, the embedded database thinks an index on a chain or a
 * status as good as one on a hash; its own statistics would come from small tables.
 */
const ROWS_FOUND: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  payments: {
    sqlite_autoindex_payments_1: '5000000 1666667 1 1',
    // Open payments are few.
    payments_waiting: '1000 333 100 50 2',
    payments_blocks: '1000 333 3 1',
    payments_disputed: '10 3',
    payments_hash: '5000000 1',
    payments_payer: '5000000 5 1',
    payments_sender: '5000000 1666667 3 1',
    payments_credited: '5000000 700000 1',
    payments_safe: '5000000 2',
    payments_block: '5000000 1666667 5',
    payments_unfinished: '1000 333 1',
    payments_unvalued: '1000 333',
  },
  submissions: {
    sqlite_autoindex_submissions_1: '1000000 1 1',
    submissions_due: '1000000 200000 1',
    submissions_wallet: '1000000 2 1',
  },
  records: {
    sqlite_autoindex_records_1: '5000000 1000000 1',
    sqlite_autoindex_records_2: '5000000 1666667 1',
    records_subject: '5000000 1 1',
    records_wallet: '5000000 1666667 5 1',
  },
};

function statistics(): readonly string[] {
  const rows = Object.entries(ROWS_FOUND).flatMap(([table, indexes]) =>
    Object.entries(indexes).map(([index, found]) => `('${table}', '${index}', '${found}')`),
  );
  return [
    // Creates the table of statistics.
    'analyze settings',
    `delete from sqlite_stat1 where tbl in (${Object.keys(ROWS_FOUND)
      .map((table) => `'${table}'`)
      .join(', ')})`,
    `insert into sqlite_stat1 (tbl, idx, stat) values ${rows.join(', ')}`,
    // Reads them again.
    'analyze sqlite_schema',
  ];
}
