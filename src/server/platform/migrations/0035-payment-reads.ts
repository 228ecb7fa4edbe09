import type { EngineWords } from './engine-words.ts';

/** Of any number of payments that name a Safe's hash, those whose hash its own code tells. */
export function paymentReadsSchema({ sqlite }: EngineWords): readonly string[] {
  return [
    // An expression, since without statistics PostgreSQL prefers the index of all that name the hash.
    "create index payments_safe_proven on payments ((safe_tx_hash || '')) where proven_in is not null",
    ...(sqlite
      ? [
          "insert into sqlite_stat1 (tbl, idx, stat) values ('payments', 'payments_safe_proven', '100000 1')",
          'analyze sqlite_schema',
        ]
      : []),
  ];
}
