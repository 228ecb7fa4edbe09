import type { EngineWords } from './engine-words.ts';

const APPEND_ONLY = ['ledger_transfers', 'ledger_entries', 'price_history', 'rate_history', 'stakes'] as const;

/** `int` is a 64-bit integer on both engines, `id` counts up. Tables of record refuse UPDATE and DELETE. */
export function initialSchema({ sqlite, int, id, table, appendOnly }: EngineWords): readonly string[] {
  return [
    table('settings', 'key text primary key, value text not null'),
    table(
      'payments',
      `id ${id}, chain_id ${int} not null check (chain_id in (1, 56, 137)),
       transaction_hash text not null check (length(transaction_hash) = 66),
       transfer_index ${int} not null check (transfer_index >= -1), status text not null, reason text,
       payer text not null, sender text not null, nonce ${int} not null, token_symbol text, token_address text,
       amount text not null, block_number ${int}, block_hash text, block_time ${int},
       confirmations ${int} not null default 0, coin_price_e8 ${int}, feed_round text, phase ${int},
       price_micro_usd ${int}, tokens ${int} check (tokens >= 0), usd_micro ${int} check (usd_micro >= 0),
       allotment text, below_minimum ${int} not null default 0, final ${int} not null default 0,
       sequence ${int} not null default 0, first_seen_at ${int} not null, credited_at ${int}, updated_at ${int} not null,
       unique (chain_id, transaction_hash, transfer_index)`,
    ),
    'create index payments_open on payments (chain_id, final, status)',
    'create index payments_hash on payments (transaction_hash)',
    'create index payments_payer on payments (payer)',
    'create index payments_sender on payments (chain_id, sender, nonce)',
    table(
      'submissions',
      `id ${id}, transaction_hash text not null check (length(transaction_hash) = 66), wallet text not null,
       chain_hint ${int}, chain_id ${int}, status text not null, reason text, claims text not null, terms_version text,
       sender text, nonce ${int}, created_at ${int} not null, updated_at ${int} not null, next_check_at ${int} not null,
       unique (transaction_hash, wallet)`,
    ),
    'create index submissions_due on submissions (status, next_check_at)',
    table(
      'accounts',
      `id ${id}, kind text not null, owner text not null, balance ${int} not null default 0,
       unique (kind, owner), check (balance >= 0 or kind = 'issuance')`,
    ),
    table(
      'ledger_transfers',
      `id ${id}, kind text not null, payment_id ${int} references payments (id), sequence ${int},
       created_at ${int} not null, unique (payment_id, sequence)`,
    ),
    table(
      'ledger_entries',
      `id ${id}, transfer_id ${int} not null references ledger_transfers (id),
       account_id ${int} not null references accounts (id), amount ${int} not null check (amount <> 0)`,
    ),
    'create index ledger_entries_transfer on ledger_entries (transfer_id)',
    'create index ledger_entries_account on ledger_entries (account_id)',
    table(
      'refunds',
      `id ${id}, payment_id ${int} not null references payments (id), sequence ${int} not null, usd_micro text not null,
       reason text not null, status text not null, refund_hash text, created_at ${int} not null,
       unique (payment_id, sequence)`,
    ),
    table(
      'sale_state',
      `id ${int} primary key check (id = 1), version ${int} not null, phase ${int} not null,
       window_number ${int} not null, window_started_at ${int} not null, closed_at ${int},
       raised_micro ${int} not null check (raised_micro >= 0), purchases ${int} not null check (purchases >= 0)`,
    ),
    table(
      'price_history',
      `id ${id}, at ${int} not null, kind text not null, phase ${int} not null, price_micro_usd ${int} not null,
       window_number ${int} not null, reason text not null`,
    ),
    table(
      'rate_history',
      `id ${id}, from_at ${int} not null, rate ${int} not null check (rate >= 0), created_at ${int} not null`,
    ),
    table(
      'stakes',
      `id ${id}, wallet text not null, amount ${int} not null check (amount <> 0), reward_index text not null,
       transfer_id ${int} not null references ledger_transfers (id), created_at ${int} not null`,
    ),
    'create index stakes_wallet on stakes (wallet)',
    table(
      'reward_totals',
      `id ${int} primary key check (id = 1), staked ${int} not null check (staked >= 0), weighted text not null`,
    ),
    table(
      'sessions',
      `token_hash text primary key, wallet text, method text, created_at ${int} not null, expires_at ${int} not null`,
    ),
    'create index sessions_expiry on sessions (expires_at)',
    table(
      'session_proofs',
      `token_hash text not null references sessions (token_hash) on delete cascade, wallet text not null,
       proven_at ${int} not null, primary key (token_hash, wallet)`,
    ),
    table('nonces', `nonce text primary key, token_hash text not null, expires_at ${int} not null`),
    table(
      'chain_cursors',
      `chain_id ${int} primary key, block_number ${int} not null, block_hash text not null, head ${int} not null,
       finalized ${int} not null, updated_at ${int} not null`,
    ),
    table(
      'feed_prices',
      `chain_id ${int} primary key, price_e8 ${int} not null, round_id text not null, round_at ${int} not null,
       read_at ${int} not null`,
    ),
    table('leases', `name text primary key, owner text not null, expires_at ${int} not null`),
    table(
      'alarms',
      `id ${id}, kind text not null, subject text not null, detail text not null, created_at ${int} not null,
       resolved_at ${int}`,
    ),
    'create index alarms_open on alarms (kind, subject, resolved_at)',
    ...(sqlite
      ? []
      : [
          `create function refuse_change() returns trigger language plpgsql as $$
           begin raise exception '% is append-only', tg_table_name; end $$`,
        ]),
    ...appendOnly(APPEND_ONLY),
  ];
}
