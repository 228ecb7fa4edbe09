import type { EngineWords } from './engine-words.ts';

/**
 * Of any number of posted hashes, those that a wallet's list shows and its terms, the first one that each place waits
 * for, and of the posts of one hash those that are not decided yet.
 */
export function postedHashesSchema({ sqlite }: EngineWords): readonly string[] {
  const shown = `status <> 'confirming'
    and (sender = wallet or status in ('processing', 'waiting-signers', 'debug', 'needs-review'))`;
  return [
    `create index submissions_own on submissions (wallet, created_at)
      where sender = wallet and status <> 'confirming'`,
    `create index submissions_shown on submissions (wallet, created_at) where ${shown}`,
    `create index submissions_posted on submissions (posted_by, wallet, created_at) where ${shown}`,
    `create index submissions_places on submissions ((coalesce(lane, 0) / 8192), next_check_at)
      where status in ('processing', 'waiting-signers')`,
    `create index submissions_terms on submissions (wallet, terms_version)
      where status = 'confirming' and terms_proven_at is not null`,
    'create index submissions_states on submissions (transaction_hash, status)',
    ...(sqlite
      ? [
          "update sqlite_stat1 set stat = '1000000 20 1' where idx = 'submissions_wallet'",
          `insert into sqlite_stat1 (tbl, idx, stat) values
            ('submissions', 'submissions_own', '10000 2 1'),
            ('submissions', 'submissions_shown', '100000 10 1'),
            ('submissions', 'submissions_posted', '100000 20 2 1'),
            ('submissions', 'submissions_terms', '10000 2 1'),
            ('submissions', 'submissions_places', '100000 25 1'),
            ('submissions', 'submissions_states', '1000000 1 1')`,
          'analyze sqlite_schema',
        ]
      : []),
  ];
}
