import type { EngineWords } from './engine-words.ts';

const APPEND_ONLY = ['staff_audit', 'ledger_corrections', 'schedule_history', 'live_settings'] as const;

/** Staff and what they may change. Passwords and tokens are stored as hashes only. */
export function staffSchema({ int, id, table, appendOnly }: EngineWords): readonly string[] {
  return [
    table(
      'staff_accounts',
      `id ${id}, name text not null unique, role text not null check (role in ('reviewer', 'manager')),
       state text not null check (state in ('active', 'suspended')), password text not null, totp_sealed text not null,
       totp_step ${int} not null, failed ${int} not null default 0, locked_until ${int} not null default 0,
       created_at ${int} not null`,
    ),
    table(
      'staff_invitations',
      `token_hash text primary key, name text not null unique, role text not null check (role in ('reviewer', 'manager')),
       totp_secret text not null, invited_by text not null, created_at ${int} not null, expires_at ${int} not null`,
    ),
    table(
      'staff_sessions',
      `token_hash text primary key, account_id ${int} not null references staff_accounts (id), notice text,
       created_at ${int} not null, seen_at ${int} not null`,
    ),
    'create index staff_sessions_account on staff_sessions (account_id)',
    table(
      'staff_audit',
      `id ${int} primary key, at ${int} not null, actor text not null, action text not null, subject text not null,
       detail text not null, previous text not null, hash text not null unique`,
    ),
    'create index staff_audit_subject on staff_audit (subject, id)',
    'create index staff_audit_actor on staff_audit (actor, id)',
    'create index staff_audit_action on staff_audit (action, id)',
    table('staff_audit_head', `id ${int} primary key check (id = 1), entries ${int} not null, hash text not null`),
    `insert into staff_audit_head (id, entries, hash) values (1, 0, '')`,
    table(
      'staff_proposals',
      `id ${id}, kind text not null, subject text not null, payload text not null, reason text not null,
       state text not null check (state in ('open', 'approved', 'refused', 'withdrawn')),
       proposed_by ${int} not null references staff_accounts (id), proposed_at ${int} not null,
       decided_by ${int} references staff_accounts (id), decided_at ${int},
       check ((state = 'open') = (decided_by is null)),
       check (state not in ('approved', 'refused') or decided_by <> proposed_by)`,
    ),
    'create index staff_proposals_queue on staff_proposals (state, id)',
    'create index staff_proposals_subject on staff_proposals (subject)',
    table(
      'ledger_corrections',
      `id ${id}, transfer_id ${int} not null references ledger_transfers (id), wallet text not null,
       amount ${int} not null check (amount <> 0), proposal_id ${int} not null references staff_proposals (id),
       created_at ${int} not null`,
    ),
    'create index ledger_corrections_wallet on ledger_corrections (wallet)',
    table(
      'schedule_history',
      `id ${id}, key text not null, date text, basis text not null, happened ${int} not null,
       proposal_id ${int} not null references staff_proposals (id), created_at ${int} not null`,
    ),
    table(
      'live_settings',
      `id ${id}, key text not null, value text not null, reason text not null, set_by text not null,
       created_at ${int} not null`,
    ),
    `alter table sale_state add column phase_ends_at ${int}`,
    `alter table partner_applications add column state text not null default 'new'`,
    `alter table partner_applications add column note text not null default ''`,
    table('proven_wallets', `wallet text primary key, first_at ${int} not null`),
    `insert into proven_wallets (wallet, first_at) select wallet, min(proven_at) from session_proofs group by wallet`,
    ...appendOnly(APPEND_ONLY),
  ];
}
