import { NO_RECORD } from '#src/lib/hash/record-chain.ts';
import type { EngineWords } from './engine-words.ts';

/**
 * The batches of the handover with their entries, the objections to them, and the wallets that no list may have. From
 * the draft on `frozen` of stakes and points is 1, and the chain takes no record.
 */
export function allocationSchema({ int, id, table }: EngineWords): readonly string[] {
  const amounts = ['bought', 'staked', 'rewards', 'airdrop'].map((kind) => `${kind} ${int} not null`).join(', ');
  return [
    `insert into record_heads (kind, number, at, hash) values ('allocation', 0, 0, '${NO_RECORD}')`,
    `alter table record_heads add column frozen ${int} not null default 0`,
    table(
      'allocation_batches',
      `id ${int} primary key, state text not null check (state in ('draft', 'withdrawn', 'final')),
       chain_id ${int} not null, opens_at ${int} not null, snapshot_at ${int} not null, generated_at ${int},
       airdrop_pool ${int} not null, first_transfer ${int} not null, last_transfer ${int} not null,
       root text not null, list_hash text not null, wallets ${int} not null, ${amounts},
       unallocated ${int} not null, set_aside_hash text not null, records text not null, ledger text not null,
       drafted_at ${int} not null, objections_until ${int} not null, final_at ${int}, withdrawn_at ${int},
       withdrawn_reason text`,
    ),
    // Two drafts would hand over the same books.
    `create unique index allocation_batches_draft on allocation_batches (state) where state = 'draft'`,
    table(
      'allocation_entries',
      `batch ${int} not null references allocation_batches (id), address text not null, ${amounts},
       class text not null check (class in ('listed', 'waiting', 'withheld')), reason text, chain_id ${int},
       primary key (batch, address)`,
    ),
    // The few that are set aside would otherwise be looked for among a million.
    `create index allocation_entries_aside on allocation_entries (batch, address) where class <> 'listed'`,
    table(
      'allocation_objections',
      `id ${id}, batch ${int} not null references allocation_batches (id), wallet text not null, text text not null,
       state text not null check (state in ('open', 'granted', 'declined')), answer text, created_at ${int} not null,
       decided_at ${int}`,
    ),
    `create unique index allocation_objections_open on allocation_objections (wallet) where state = 'open'`,
    'create index allocation_objections_wallet on allocation_objections (wallet, id)',
    table(
      'wallets_set_aside',
      `wallet text primary key, class text not null check (class in ('waiting', 'withheld')), reason text not null,
       chain_id ${int}, created_at ${int} not null`,
    ),
  ];
}
