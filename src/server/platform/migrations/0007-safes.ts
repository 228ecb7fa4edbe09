import type { DatabaseEngine } from '../database/engine.ts';
import { engineWords } from './engine-words.ts';

/** The hash under which a Safe's signers know their payment, and the balances compared with the known transfers. */
export function safesSchema(engine: DatabaseEngine): readonly string[] {
  const { sqlite, int } = engineWords(engine);
  return [
    'alter table payments add column safe_tx_hash text',
    'create index payments_safe on payments (safe_tx_hash)',
    'create index payments_block on payments (chain_id, block_number)',
    `create table coin_balances (chain_id ${int} primary key, block_number ${int} not null, balance text not null,
       checked_at ${int} not null)${sqlite ? ' strict' : ''}`,
  ];
}
