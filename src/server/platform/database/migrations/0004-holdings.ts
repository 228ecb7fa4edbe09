import type { EngineWords } from './engine-words.ts';

/** Each wallet's total for the leaderboards, and indexes for reading a wallet's payments and the activity feed. */
export function holdingsSchema({ sqlite, int }: EngineWords): readonly string[] {
  return [
    `create table wallet_holdings (wallet text primary key, held ${int} not null check (held >= 0))${sqlite ? ' strict' : ''}`,
    `insert into wallet_holdings (wallet, held)
       select owner, cast(sum(balance) as bigint) from accounts where kind in ('available', 'staked') group by owner`,
    'create index wallet_holdings_rank on wallet_holdings (held, wallet)',
    'create index wallet_stakes_rank on wallet_stakes (staked, wallet)',
    'drop index payments_payer',
    'create index payments_payer on payments (payer, first_seen_at)',
    'create index payments_credited on payments (status, credited_at)',
    'create index submissions_wallet on submissions (wallet, created_at)',
    'create index ledger_transfers_payment on ledger_transfers (payment_id, kind)',
  ];
}
