import type { Generated, GeneratedAlways } from 'kysely';
import type { MissionId, SubmittedMission, VideoPlatform } from '#src/config/missions.ts';
import type { PointReason, ReasonCode, SubmissionStatus } from '#src/contract/airdrop.ts';

/** Rows of airdrop and voting, by the conventions of tables.ts. */
export interface AirdropTables {
  /** `points` is the sum of `point_entries`; `ranked` is the same for `established` wallets, otherwise 0. */
  participants: {
    id: Generated<bigint>;
    wallet: string;
    points: Generated<bigint>;
    established: Generated<bigint>;
    ranked: GeneratedAlways<bigint>;
    referral_code: string | null;
    created_at: bigint;
  };
  /** The points ledger; the database refuses to change or delete a row. */
  point_entries: {
    id: Generated<bigint>;
    wallet: string;
    points: bigint;
    mission: MissionId;
    reason: PointReason;
    reason_code: ReasonCode | null;
    /** Where the entry comes from; each source counts once per wallet and mission. */
    source: string;
    /** The entry that this one reverses; one reversal per entry. */
    reverses: bigint | null;
    created_at: bigint;
  };
  /** `day` as YYYY-MM-DD, UTC. */
  check_ins: { wallet: string; day: string; streak: bigint; created_at: bigint };
  mission_submissions: MissionEntryTable;
  /** Thousands of views of a video that one person has paid without a second person; `day` as in check_ins. */
  view_grants: { submission_id: bigint; person: string; day: string; thousands: bigint };
  /** Names and videos that have counted, as salted hashes: they stay used after their owner deletes them. */
  used_accounts: { account_hash: string; wallet: string; created_at: bigint };
  appeals: {
    id: Generated<bigint>;
    wallet: string;
    submission_id: bigint | null;
    entry_id: bigint | null;
    text: string;
    state: 'open' | 'granted' | 'upheld';
    answer: string | null;
    created_at: bigint;
    decided_at: bigint | null;
    decided_by: string | null;
  };
  referrals: {
    invitee: string;
    inviter: string;
    state: 'applied' | 'counted';
    /** What made it count: `submission:12` or `payment:7:1`. */
    source: string | null;
    applied_at: bigint;
    counted_at: bigint | null;
  };
  human_challenges: {
    id: string;
    session: string;
    wallet: string;
    salt: string;
    /** 1 while only proofs of work are accepted. */
    work_only: bigint;
    parts: bigint;
    bits: bigint;
    created_at: bigint;
    expires_at: bigint;
    /** Set together, when it is used. */
    used_at: bigint | null;
    action: string | null;
  };
  human_passes: { session: string; wallet: string; expires_at: bigint };
  human_tries: { session: string; wallet: string; wrong: bigint; locked_until: bigint | null; updated_at: bigint };
  /** Wallets seen from a network (salted hash), and when each last held a place. An empty wallet is the lock. */
  network_wallets: { network: string; wallet: string; seen_at: bigint; placed_at: bigint | null };
  /** Every vote cast, in order; the latest of a wallet counts. */
  vote_records: {
    id: Generated<bigint>;
    proposal_id: string;
    wallet: string;
    choice: string;
    message: string;
    signature: string;
    signer: 'account' | 'contract';
    created_at: bigint;
  };
  /** Which record counts. */
  votes: { proposal_id: string; wallet: string; choice: string; record_id: bigint };
  /** Sums of the points above zero in `participants`, and counts of `votes`; their triggers write them. */
  point_totals: { shard: bigint; points: bigint };
  vote_counts: { proposal_id: string; choice: string; votes: bigint };
}

export interface MissionEntryTable {
  id: Generated<bigint>;
  wallet: string;
  mission: SubmittedMission;
  /** X or YouTube name as typed; null if there is none or its owner deleted it. */
  account: string | null;
  link: string | null;
  platform: VideoPlatform | null;
  /** Hash of the name or video, which counts once. */
  account_hash: string | null;
  status: SubmissionStatus;
  reason_code: ReasonCode | null;
  note: string | null;
  /** Thousands of views already paid. */
  view_thousands: Generated<bigint>;
  /** 1 while a confirmed video is shown on /video. */
  listed: Generated<bigint>;
  created_at: bigint;
  decided_at: bigint | null;
  decided_by: string | null;
}
