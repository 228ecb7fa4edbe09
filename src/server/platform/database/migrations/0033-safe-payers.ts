import type { EngineWords } from './engine-words.ts';

/** A Safe's hash is looked for with its payers: any contract can name it, in any number of payments. */
export function safePayersSchema({ sqlite }: EngineWords): readonly string[] {
  return [
    'create index payments_safe_payer on payments (safe_tx_hash, payer)',
    'drop index payments_safe',
    ...(sqlite
      ? [
          // What 0025-scale states of the other indexes.
          "insert into sqlite_stat1 (tbl, idx, stat) values ('payments', 'payments_safe_payer', '5000000 2 1')",
          'analyze sqlite_schema',
        ]
      : []),
  ];
}
