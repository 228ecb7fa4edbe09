import type { EngineWords } from './engine-words.ts';

/** Of any number of payments that name a Safe's hash, the one credited the most; of any number of posts, the first. */
export function hashReadsSchema({ sqlite }: EngineWords): readonly string[] {
  return [
    `create index payments_safe_credits on payments (safe_tx_hash, usd_micro)
      where safe_tx_hash is not null and usd_micro is not null`,
    'create index submissions_posts on submissions (transaction_hash, created_at)',
    ...(sqlite
      ? [
          "insert into sqlite_stat1 (tbl, idx, stat) values ('payments', 'payments_safe_credits', '100000 2 1')",
          "insert into sqlite_stat1 (tbl, idx, stat) values ('submissions', 'submissions_posts', '1000000 1 1')",
          'analyze sqlite_schema',
        ]
      : []),
  ];
}
