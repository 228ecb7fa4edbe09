import type { EngineWords } from './engine-words.ts';

/** Public keys that have signed receipts; earlier ones stay, so that their signatures can be checked. */
export function receiptKeysSchema({ sqlite, int }: EngineWords): readonly string[] {
  return [
    `create table receipt_keys (key_id text primary key, public_key text not null, valid_from ${int} not null,
       valid_until ${int})${sqlite ? ' strict' : ''}`,
  ];
}
