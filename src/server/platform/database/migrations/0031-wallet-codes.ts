import type { EngineWords } from './engine-words.ts';

/** The code at wallets' addresses on each chain, and the addresses that contract wallets have named for the claim. */
export function walletCodesSchema({ int, id, table }: EngineWords): readonly string[] {
  return [
    table(
      'wallet_codes',
      `wallet text not null, chain_id ${int} not null, code text not null, block_number ${int} not null,
       read_at ${int} not null, again ${int} not null default 0 check (again in (0, 1)),
       primary key (wallet, chain_id)`,
    ),
    "create index wallet_codes_contracts on wallet_codes (wallet) where code not in ('none', 'delegated')",
    'create index wallet_codes_again on wallet_codes (wallet) where again = 1',
    table(
      'wallet_destinations',
      `id ${id}, wallet text not null, destination text not null, chains text, named_at ${int} not null,
       batch ${int}`,
    ),
    'create index wallet_destinations_wallet on wallet_destinations (wallet, id)',
  ];
}
