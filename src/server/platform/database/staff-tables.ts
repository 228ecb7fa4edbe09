import type { Generated } from 'kysely';
import type { ScheduledEvent } from '#src/config/schedule.ts';

export const STAFF_ROLES = ['reviewer', 'manager'] as const;
/** A reviewer decides submissions; a manager does everything, but moves money only with a second manager. */
export type StaffRole = (typeof STAFF_ROLES)[number];

/** Rows of the staff desk, by the conventions of tables.ts. */
export interface StaffTables {
  staff_accounts: {
    id: Generated<bigint>;
    name: string;
    role: StaffRole;
    state: 'active' | 'suspended';
    /** Parameters, salt and hash (staff/auth/password.ts). */
    password: string;
    /** The secret of the one-time codes, encrypted with the password. */
    totp_sealed: string;
    /** The half minute of the last code used: each code works once. */
    totp_step: bigint;
    failed: Generated<bigint>;
    locked_until: Generated<bigint>;
    /** Who saw the link that made this account; null if unknown. */
    invited_by: string | null;
    created_at: bigint;
  };
  /** One open invitation per name, deleted when used. */
  staff_invitations: {
    token_hash: string;
    name: string;
    role: StaffRole;
    totp_secret: string;
    invited_by: string;
    /** Hash of the PIN required with the link; null if the link is enough. */
    pin_hash: string | null;
    /** Wrong PINs so far. */
    pin_failed: Generated<bigint>;
    created_at: bigint;
    expires_at: bigint;
  };
  staff_sessions: {
    token_hash: string;
    account_id: bigint;
    /** The last action's answer, shown once; encrypted with a key that only the session's cookie yields. */
    notice: string | null;
    created_at: bigint;
    seen_at: bigint;
  };
  /** The staff's actions, each with the hash of the one before; the database refuses to change or delete a row. */
  staff_audit: {
    id: bigint;
    at: bigint;
    actor: string;
    action: string;
    subject: string;
    detail: string;
    previous: string;
    hash: string;
  };
  /** The number of entries and the hash of the last one. */
  staff_audit_head: { id: bigint; entries: bigint; hash: string };
  /** Decisions that need two people; the database refuses the second one if it is the first one again. */
  staff_proposals: {
    id: Generated<bigint>;
    kind: string;
    subject: string;
    payload: string;
    reason: string;
    state: 'open' | 'approved' | 'refused' | 'withdrawn';
    proposed_by: bigint;
    proposed_at: bigint;
    decided_by: bigint | null;
    decided_at: bigint | null;
    /** Hash of the link that its proposer saw. */
    token_hash: string | null;
  };
  /** SYNX that wallets hold besides or instead of their payments, in 1e-9 SYNX, because two people decided so. */
  ledger_corrections: {
    id: Generated<bigint>;
    transfer_id: bigint;
    wallet: string;
    amount: bigint;
    proposal_id: bigint;
    created_at: bigint;
  };
  /** Every date as it was set; the latest row of a key counts. */
  schedule_history: {
    id: Generated<bigint>;
    key: ScheduledEvent['key'];
    date: string | null;
    basis: ScheduledEvent['basis'];
    happened: bigint;
    proposal_id: bigint;
    created_at: bigint;
  };
  /** Every setting as it was set; the latest row of a key counts. */
  live_settings: {
    id: Generated<bigint>;
    key: string;
    value: string;
    reason: string;
    set_by: string;
    created_at: bigint;
  };
  /** Wallets that ever proved their ownership by a signature. */
  proven_wallets: { wallet: string; first_at: bigint };
}
