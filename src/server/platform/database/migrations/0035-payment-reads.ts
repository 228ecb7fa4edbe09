import type { EngineWords } from './engine-words.ts';

/**
 * Of any number of payments, those whose hash a Safe's own code tells, those with which a payer took a nonce, and those
 * whose amount can no longer be verified.
 */
export function paymentReadsSchema({ sqlite }: EngineWords): readonly string[] {
  return [
    // An expression, since without statistics PostgreSQL prefers the index of all that name the hash.
    "create index payments_safe_proven on payments ((safe_tx_hash || '')) where proven_in is not null",
    'create index payments_nonce on payments (chain_id, sender, nonce, payer)',
    'drop index payments_sender',
    `create index payments_unverifiable on payments (chain_id)
      where status = 'needs-review' and reason = 'amount-unverifiable'`,
    ...(sqlite
      ? [
          "insert into sqlite_stat1 (tbl, idx, stat) values ('payments', 'payments_safe_proven', '100000 1')",
          "insert into sqlite_stat1 (tbl, idx, stat) values ('payments', 'payments_nonce', '5000000 1666667 3 1 1')",
          "insert into sqlite_stat1 (tbl, idx, stat) values ('payments', 'payments_unverifiable', '1000 333')",
          'analyze sqlite_schema',
        ]
      : []),
  ];
}
