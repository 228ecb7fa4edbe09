/** Indexes for sweeps and for the end of sessions. */
export function retentionSchema(): readonly string[] {
  return [
    'create index sessions_wallet on sessions (wallet) where wallet is not null',
    'create index nonces_session on nonces (token_hash)',
    'create index nonces_expiry on nonces (expires_at)',
    "create index submissions_settled on submissions (updated_at) where status in ('rejected', 'failed', 'cancelled')",
    'create index alarms_resolved on alarms (resolved_at) where resolved_at is not null',
    'create index proven_wallets_first on proven_wallets (first_at)',
    'create index card_intents_made on card_intents (created_at)',
    "create index refunds_paid on refunds (id) where status = 'paid'",
    'create index refunds_hash on refunds (refund_hash) where refund_hash is not null',
  ];
}
