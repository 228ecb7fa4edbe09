import type { EngineWords } from './engine-words.ts';

/** The contract that staff say holds the tokens of a batch, and what the chain last said of it. */
export function distributorsSchema({ int, table }: EngineWords): readonly string[] {
  return [
    table(
      'distributors',
      `batch ${int} primary key references allocation_batches (id), chain_id ${int} not null, claims text not null,
       token_transaction text not null, claims_transaction text not null, given_at ${int} not null, token text,
       differences text, compared_at ${int}, compared_block ${int}, chain_time ${int}, deployed_block ${int},
       deployed_at ${int}, named_at ${int}, scanned_block ${int}, funded_at ${int}, funded_block ${int},
       funded_hash text, funded_tx text`,
    ),
  ];
}
