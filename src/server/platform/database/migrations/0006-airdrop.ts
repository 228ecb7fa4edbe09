import type { EngineWords } from './engine-words.ts';

const APPEND_ONLY = ['point_entries', 'vote_records'] as const;

/** Points, missions, referrals and votes. Used names and callers' networks are stored as salted hashes only. */
export function airdropSchema({ int, id, table, appendOnly }: EngineWords): readonly string[] {
  return [
    table(
      'participants',
      `id ${id}, wallet text not null unique, points ${int} not null default 0, referral_code text unique,
       created_at ${int} not null`,
    ),
    'create index participants_rank on participants (points, wallet)',
    table(
      'point_entries',
      `id ${id}, wallet text not null, points ${int} not null check (points <> 0), mission text not null,
       reason text not null, reason_code text, source text not null,
       reverses ${int} unique references point_entries (id), created_at ${int} not null,
       unique (wallet, mission, source)`,
    ),
    'create index point_entries_wallet on point_entries (wallet, id)',
    'create index point_entries_source on point_entries (source)',
    table(
      'check_ins',
      `wallet text not null, day text not null, streak ${int} not null check (streak between 1 and 7),
       created_at ${int} not null, primary key (wallet, day)`,
    ),
    table(
      'mission_submissions',
      `id ${id}, wallet text not null, mission text not null, account text, link text, platform text, account_hash text,
       status text not null check (status in ('pending', 'rejected', 'confirmed')), reason_code text, note text,
       view_thousands ${int} not null default 0, listed ${int} not null default 1, created_at ${int} not null,
       decided_at ${int}, decided_by text`,
    ),
    // One open or confirmed submission per wallet and mission: any number of callers may race.
    `create unique index mission_submissions_once on mission_submissions (wallet, mission) where status <> 'rejected'`,
    'create index mission_submissions_queue on mission_submissions (status, id)',
    'create index mission_submissions_wallet on mission_submissions (wallet, id)',
    'create index mission_submissions_videos on mission_submissions (mission, status, decided_at)',
    table('used_accounts', `account_hash text primary key, wallet text not null, created_at ${int} not null`),
    table(
      'appeals',
      `id ${id}, wallet text not null, submission_id ${int} references mission_submissions (id),
       entry_id ${int} references point_entries (id), text text not null,
       state text not null check (state in ('open', 'granted', 'upheld')), answer text, created_at ${int} not null,
       decided_at ${int}, decided_by text, check ((submission_id is null) <> (entry_id is null))`,
    ),
    'create unique index appeals_submission on appeals (submission_id) where submission_id is not null',
    'create unique index appeals_entry on appeals (entry_id) where entry_id is not null',
    'create index appeals_queue on appeals (state, id)',
    'create index appeals_wallet on appeals (wallet)',
    table(
      'referrals',
      `invitee text primary key, inviter text not null, state text not null check (state in ('applied', 'counted')),
       source text, applied_at ${int} not null, counted_at ${int}, check (invitee <> inviter)`,
    ),
    'create index referrals_inviter on referrals (inviter, state)',
    table(
      'human_challenges',
      `id text primary key, session text not null, wallet text not null, salt text not null,
       work_only ${int} not null, parts ${int} not null, bits ${int} not null, created_at ${int} not null,
       expires_at ${int} not null, used_at ${int}, action text`,
    ),
    'create index human_challenges_open on human_challenges (session, wallet)',
    'create index human_challenges_expiry on human_challenges (expires_at)',
    table(
      'human_passes',
      `session text not null, wallet text not null, expires_at ${int} not null, primary key (session, wallet)`,
    ),
    table(
      'human_tries',
      `session text not null, wallet text not null, wrong ${int} not null, locked_until ${int},
       updated_at ${int} not null, primary key (session, wallet)`,
    ),
    table(
      'network_wallets',
      `network text not null, wallet text not null, seen_at ${int} not null, placed_at ${int},
       primary key (network, wallet)`,
    ),
    'create index network_wallets_wallet on network_wallets (wallet)',
    'create index network_wallets_seen on network_wallets (seen_at)',
    table(
      'vote_records',
      `id ${id}, proposal_id text not null, wallet text not null, choice text not null, message text not null,
       signature text not null, signer text not null check (signer in ('account', 'contract')),
       created_at ${int} not null`,
    ),
    'create index vote_records_wallet on vote_records (wallet)',
    table(
      'votes',
      `proposal_id text not null, wallet text not null, choice text not null,
       record_id ${int} not null references vote_records (id), primary key (proposal_id, wallet)`,
    ),
    'create index votes_wallet on votes (wallet)',
    'create index votes_record on votes (proposal_id, record_id)',
    'create index votes_recent on votes (record_id)',
    'create index votes_count on votes (proposal_id, choice)',
    ...appendOnly(APPEND_ONLY),
  ];
}
