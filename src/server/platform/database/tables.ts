import type { Generated, Kysely, Transaction } from 'kysely';
import type { PaymentReason } from '#src/contract/payments.ts';
import type { PaymentStatus } from '#src/contract/presale.ts';
import type { AirdropTables } from './airdrop-tables.ts';
import type { AllocationTables } from './allocation-tables.ts';
import type { RecordTables } from './record-tables.ts';
import type { StaffTables } from './staff-tables.ts';

/**
 * Rows as both engines return them: integers are bigint, flags 0n or 1n, `*_at` milliseconds unless a comment says
 * seconds. Amounts beyond 64 bits are decimal text.
 */
export interface Tables extends AirdropTables, AllocationTables, RecordTables, StaffTables {
  /** Balances of the double-entry ledger in 1e-9 SYNX; only `issuance` may be negative. */
  accounts: { id: Generated<bigint>; kind: AccountKind; owner: string; balance: bigint };
  ledger_transfers: {
    id: Generated<bigint>;
    kind: TransferKind;
    payment_id: bigint | null;
    /** Counts the ledger events of one payment: credit 1, reversal 2, credit again 3 … */
    sequence: bigint | null;
    created_at: bigint;
  };
  ledger_entries: { id: Generated<bigint>; transfer_id: bigint; account_id: bigint; amount: bigint };
  payments: PaymentTable;
  submissions: PostedHashTable;
  refunds: {
    id: Generated<bigint>;
    payment_id: bigint;
    sequence: bigint;
    usd_micro: string;
    /** `review`: staff refunded it, and the payment had no other reason. */
    reason: PaymentReason | 'review';
    status: 'due' | 'void' | 'paid';
    refund_hash: string | null;
    created_at: bigint;
  };
  sale_state: {
    id: bigint;
    version: bigint;
    phase: bigint;
    window_number: bigint;
    window_started_at: bigint;
    /** From then on nothing is sold any more. */
    closed_at: bigint | null;
    /** The end of the phase set by staff; null while only its stock ends it. */
    phase_ends_at: bigint | null;
    raised_micro: bigint;
    purchases: bigint;
  };
  price_history: {
    id: Generated<bigint>;
    at: bigint;
    kind: 'start' | 'phase' | 'window' | 'closed';
    phase: bigint;
    price_micro_usd: bigint;
    window_number: bigint;
    reason: string;
  };
  /** `from_at` in seconds; `rate` in 1e-4 percent per year. */
  rate_history: { id: Generated<bigint>; from_at: bigint; rate: bigint; created_at: bigint };
  /** One row per stake (or, negative, its reversal); `reward_index` is decimal text. */
  stakes: {
    id: Generated<bigint>;
    wallet: string;
    amount: bigint;
    reward_index: string;
    transfer_id: bigint;
    created_at: bigint;
  };
  /** Σ amount and Σ amount × index over all stakes. */
  reward_totals: { id: bigint; staked: bigint; weighted: string };
  sessions: {
    token_hash: string;
    wallet: string | null;
    method: string | null;
    created_at: bigint;
    expires_at: bigint;
  };
  session_proofs: ProofTable;
  nonces: { nonce: string; token_hash: string; expires_at: bigint };
  wallet_stakes: { wallet: string; staked: bigint; weighted: string };
  /** A wallet's available and staked amounts, added up, in 1e-9 SYNX. */
  wallet_holdings: { wallet: string; held: bigint };
  /** The code at a wallet's address on a chain (WalletCode) at a final block; `again`: 1 if it is to be read again. */
  wallet_codes: {
    wallet: string;
    chain_id: bigint;
    code: string;
    block_number: bigint;
    read_at: bigint;
    again: Generated<bigint>;
  };
  /**
   * Addresses that contract wallets have named for the claim; the last one counts. `chains` are those on which the
   * contract vouched for the session that named it (chainsOf).
   */
  wallet_destinations: {
    id: Generated<bigint>;
    wallet: string;
    destination: string;
    chains: string | null;
    named_at: bigint;
    /** The final list that pays there. */
    batch: bigint | null;
  };
  /** Transactions that a scanned block names and that we have not read by quorum yet. */
  sightings: {
    chain_id: bigint;
    transaction_hash: string;
    block_number: bigint;
    block_hash: string;
    first_seen_at: bigint;
    tries: bigint;
    next_check_at: bigint;
    /** The watcher's queue for it, by value (worth.ts). */
    queue: Generated<bigint>;
  };
  chain_cursors: {
    chain_id: bigint;
    block_number: bigint;
    block_hash: string;
    head: bigint;
    finalized: bigint;
    updated_at: bigint;
  };
  /** A chain's newest head: its time (s), when it was first seen (ms), and 1 if there is no new one for too long. */
  chain_heads: {
    chain_id: bigint;
    number: bigint;
    hash: string;
    block_time: bigint;
    seen_at: bigint;
    stalled: bigint;
  };
  /** The presale's coins (wei as text) after the last block that known transfers explain. */
  coin_balances: { chain_id: bigint; block_number: bigint; balance: string; checked_at: bigint };
  feed_prices: { chain_id: bigint; price_e8: bigint; round_id: string; round_at: bigint; read_at: bigint };
  leases: { name: string; owner: string; expires_at: bigint };
  alarms: {
    id: Generated<bigint>;
    kind: string;
    subject: string;
    detail: string;
    created_at: bigint;
    resolved_at: bigint | null;
    /** When the operator got a mail about it; null again if it became worse. */
    told_at: Generated<bigint | null>;
    /** 1 low, 2 normal, 3 severe. */
    severity: Generated<bigint>;
    /** How many events it counts. */
    times: Generated<bigint>;
    /** When it last counted one; null for an alarm that does not count. */
    last_seen_at: Generated<bigint | null>;
    /** A few of its counted cases, as a JSON list. */
    examples: Generated<string>;
    /** The greatest value of its cases in micro-dollars; null if unknown. */
    worth_micro: Generated<bigint | null>;
  };
  /** Mails about alarms: the last one, and the earliest time of the next. */
  alert_mails: { id: bigint; mailed_at: bigint; next_at: bigint; attempts: bigint };
  settings: { key: string; value: string };
  /** The last walk along a leaderboard (rank-board.ts), as JSON. */
  rank_snapshots: { board: string; walked_at: bigint; body: string };
  /** Public keys that have signed receipts; the current one has a null `valid_until`. */
  receipt_keys: { key_id: string; public_key: string; valid_from: bigint; valid_until: bigint | null };
  newsletter_subscribers: SubscriberTable;
  /** A null `expires_at` means never. */
  newsletter_tokens: {
    token_hash: string;
    subscriber_id: bigint;
    purpose: 'confirm' | 'unsubscribe';
    expires_at: bigint | null;
  };
  partner_applications: {
    id: Generated<bigint>;
    reference: string;
    organisation: string;
    website: string;
    email: string;
    type: string;
    message: string;
    locale: string | null;
    created_at: bigint;
    state: Generated<'new' | 'answered' | 'declined'>;
    /** By staff, for staff. */
    note: Generated<string>;
  };
  /** One row per session and question, until it is old enough to be counted in `faq_tallies` and deleted. */
  faq_votes: { voter: string; faq_id: string; locale: string; value: 'up' | 'down'; voted_at: bigint };
  faq_tallies: { faq_id: string; locale: string; value: 'up' | 'down'; votes: bigint };
  card_intents: {
    id: string;
    status: 'not-live';
    usdc_destination: string;
    synx_destination: string;
    usd_amount: string;
    synx_tokens: string;
    checkout_url: string;
    created_at: bigint;
  };
  /** `day` as YYYY-MM-DD, UTC. */
  page_views: { day: string; path: string; locale: string; views: bigint };
  caller_windows: { caller: string; used: bigint; ends_at: bigint };
}

export type AccountKind = 'issuance' | 'sale' | 'available' | 'staked' | 'rewards-pool' | 'airdrop-pool' | 'allocated';
export type TransferKind =
  | 'genesis'
  | 'credit'
  | 'reversal'
  | 'stake'
  | 'unstake'
  | 'phase-roll'
  | 'correction'
  | 'handover'
  | 'handover-undone';

export interface PaymentTable {
  id: Generated<bigint>;
  chain_id: bigint;
  transaction_hash: string;
  /** Position among the logs of its transaction receipt, −1 for a native transfer; never the RPC's logIndex. */
  transfer_index: bigint;
  status: PaymentStatus;
  reason: PaymentReason | null;
  payer: string;
  /** tx.from and its nonce, for finding its replacement. */
  sender: string;
  nonce: bigint;
  token_symbol: string | null;
  token_address: string | null;
  /** Base units of the coin as decimal text. */
  amount: string;
  block_number: bigint | null;
  block_hash: string | null;
  /** Seconds. */
  block_time: bigint | null;
  confirmations: bigint;
  coin_price_e8: bigint | null;
  feed_round: string | null;
  phase: bigint | null;
  price_micro_usd: bigint | null;
  /** Whole SYNX allotted. */
  tokens: bigint | null;
  /** USD of the credited part. */
  usd_micro: bigint | null;
  allotment: string | null;
  below_minimum: bigint;
  final: bigint;
  sequence: bigint;
  first_seen_at: bigint;
  credited_at: bigint | null;
  updated_at: bigint;
  /** The Safe signers' hash of this payment; null if the payer is not a Safe. */
  safe_tx_hash: string | null;
  /** When the watcher last tried to read it; the one that has waited longest comes first. */
  checked_at: Generated<bigint>;
  /** Its approximate value in micro-dollars, for the order in which staff see it; null if unknown. */
  worth_micro: Generated<bigint | null>;
  /** Since when the sources disagree about it; null while they agree. */
  disputed_at: Generated<bigint | null>;
  /** The watcher's queue for it, by value (worth.ts). */
  queue: Generated<bigint>;
  /**
   * The block that proves that coins a contract passed on arrived (arrived.ts), or in which a Safe's own code told the
   * hash of a token payment; null for other payments.
   */
  proven_in: Generated<string | null>;
}

export interface PostedHashTable {
  id: Generated<bigint>;
  transaction_hash: string;
  wallet: string;
  /** The caller that posted it, as one of 4,096 lanes within a place (caller-lane.ts); null if unknown. */
  lane: bigint | null;
  chain_hint: bigint | null;
  chain_id: bigint | null;
  status: PaymentStatus;
  reason: PaymentReason | null;
  claims: string;
  terms_version: string | null;
  /** When a session that had proven the wallet stated that version; null if we only have some session's word. */
  terms_proven_at: Generated<bigint | null>;
  sender: string | null;
  nonce: bigint | null;
  created_at: bigint;
  updated_at: bigint;
  next_check_at: bigint;
  /** The session that posted it first, as the hash of its cookie; null if none. */
  posted_by: Generated<string | null>;
  /** When a session that had proven the wallet posted it. */
  proven_at: Generated<bigint | null>;
  /** When we first saw that its transaction pays another address. */
  foreign_at: Generated<bigint | null>;
  /** `proven_at`, if the wallet's own payment went elsewhere. */
  stray_at: Generated<bigint | null>;
  /** Its approximate value in micro-dollars, for the order in which staff see it; null if unknown. */
  worth_micro: Generated<bigint | null>;
}

export interface ProofTable {
  token_hash: string;
  wallet: string;
  proven_at: bigint;
  used_at: bigint;
  /** Since when the session has had another wallet; null while it has this one. */
  dormant_at: Generated<bigint | null>;
  /** Chains on which the wallet's contract vouches for it, such as `1,137`; null if its own key does. */
  contract_chains: Generated<string | null>;
}

export interface SubscriberTable {
  id: Generated<bigint>;
  email: string;
  locale: string;
  status: 'pending' | 'confirmed';
  created_at: bigint;
  confirmed_at: bigint | null;
  /** The mail to send next, or the last one sent. */
  mail_kind: 'confirm' | 'welcome' | 'known';
  mail_due_at: bigint | null;
  mail_attempts: bigint;
  mailed_at: bigint | null;
  confirm_mails: bigint;
}

/** A database, and what this process keeps of it while it is open (create-db.ts). */
export interface Db extends Kysely<Tables> {
  readonly kept: {
    /** One of its salts by name, read once (secrets.ts). */
    readonly secret: (name: string, read: () => Promise<string>) => Promise<string>;
    /** The queues of small writes that share commits (shared-writes.ts). */
    readonly writes: Readonly<Record<'hashes' | 'payments', (write: Write) => Promise<void>>>;
  };
}
export type Tx = Transaction<Tables>;
/** A write within a transaction. */
export type Write = (tx: Tx) => Promise<void>;
