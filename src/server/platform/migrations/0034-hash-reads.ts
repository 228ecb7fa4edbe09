import type { EngineWords } from './engine-words.ts';

/** Among all payments that name a Safe's hash, the one that was credited the most is found at once. */
export function hashReadsSchema({ sqlite }: EngineWords): readonly string[] {
  return [
    `create index payments_safe_credits on payments (safe_tx_hash, usd_micro)
      where safe_tx_hash is not null and usd_micro is not null`,
    ...(sqlite
      ? [
          "insert into sqlite_stat1 (tbl, idx, stat) values ('payments', 'payments_safe_credits', '100000 2 1')",
          'analyze sqlite_schema',
        ]
      : []),
  ];
}
