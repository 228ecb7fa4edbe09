import type { EngineWords } from './engine-words.ts';

/** The hash under which a Safe's signers know their payment, and the balances compared with the known transfers. */
export function safesSchema({ sqlite, int }: EngineWords): readonly string[] {
  return [
    'alter table payments add column safe_tx_hash text',
    'create index payments_safe on payments (safe_tx_hash)',
    'create index payments_block on payments (chain_id, block_number)',
    `create table coin_balances (chain_id ${int} primary key, block_number ${int} not null, balance text not null,
       checked_at ${int} not null)${sqlite ? ' strict' : ''}`,
  ];
}
