import type { EngineWords } from './engine-words.ts';

/** Transactions that a block names and no quorum has read yet; payments' last check; wallets' staked total. */
export function sightingsSchema({ int, table }: EngineWords): readonly string[] {
  return [
    table(
      'sightings',
      `chain_id ${int} not null, transaction_hash text not null, block_number ${int} not null, block_hash text not null,
       first_seen_at ${int} not null, tries ${int} not null, next_check_at ${int} not null,
       primary key (chain_id, transaction_hash)`,
    ),
    'create index sightings_due on sightings (chain_id, next_check_at)',
    `alter table payments add column checked_at ${int} not null default 0`,
    table(
      'wallet_stakes',
      `wallet text primary key, staked ${int} not null check (staked >= 0), weighted text not null`,
    ),
  ];
}
