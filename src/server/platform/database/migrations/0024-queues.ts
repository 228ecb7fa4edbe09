import type { EngineWords } from './engine-words.ts';

/** The watcher's queue for a transaction, and indexes that keep each look cheap. */
export function queuesSchema({ int }: EngineWords): readonly string[] {
  return [
    `alter table sightings add column queue ${int} not null default 2`,
    `alter table payments add column queue ${int} not null default 2`,
    'create index sightings_queue on sightings (chain_id, queue, next_check_at)',
    'drop index sightings_due',
    'create index payments_waiting on payments (chain_id, status, queue, block_number) where final = 0',
    'create index payments_blocks on payments (chain_id, block_number, block_hash) where final = 0',
    'create index payments_disputed on payments (chain_id) where disputed_at is not null and final = 0',
    'drop index payments_open',
  ];
}
