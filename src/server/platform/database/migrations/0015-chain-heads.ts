import type { EngineWords } from './engine-words.ts';

/** The newest head of each chain, and whether the chain has stopped. */
export function chainHeadsSchema({ sqlite, int }: EngineWords): readonly string[] {
  return [
    `create table chain_heads (chain_id ${int} primary key, number ${int} not null, hash text not null,
       block_time ${int} not null, seen_at ${int} not null,
       stalled ${int} not null check (stalled in (0, 1)))${sqlite ? ' strict' : ''}`,
  ];
}
