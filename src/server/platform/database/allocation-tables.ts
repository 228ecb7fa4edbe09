import type { Generated } from 'kysely';
import type { OBJECTION_STATES, SetAsideClass } from '#src/contract/allocation.ts';

interface Amounts {
  bought: bigint;
  staked: bigint;
  rewards: bigint;
  airdrop: bigint;
}

/** Rows of the handover, by the conventions of tables.ts; amounts in 1e-9 SYNX. */
export interface AllocationTables {
  /** A published list: what it comes to, and everything from which it follows. */
  allocation_batches: Amounts & {
    id: bigint;
    state: 'draft' | 'withdrawn' | 'final';
    chain_id: bigint;
    opens_at: bigint;
    /** When the books were read: a whole second. */
    snapshot_at: bigint;
    /** When the token came into being; null while nobody has recorded it. */
    generated_at: bigint | null;
    airdrop_pool: bigint;
    /** The transfers of the handover. */
    first_transfer: bigint;
    last_transfer: bigint;
    root: string;
    list_hash: string;
    wallets: bigint;
    unallocated: bigint;
    set_aside_hash: string;
    /** The last records that it counts (RecordMarks), as JSON. */
    records: string;
    /** entries:hash of the ledger that was handed over. */
    ledger: string;
    drafted_at: bigint;
    objections_until: bigint;
    final_at: bigint | null;
    withdrawn_at: bigint | null;
    withdrawn_reason: string | null;
  };
  /** What a batch owes each wallet; only those of the class `listed` are on its list. */
  allocation_entries: Amounts & {
    batch: bigint;
    address: string;
    class: 'listed' | SetAsideClass;
    reason: string | null;
    chain_id: bigint | null;
  };
  allocation_objections: {
    id: Generated<bigint>;
    batch: bigint;
    wallet: string;
    text: string;
    state: (typeof OBJECTION_STATES)[number];
    answer: string | null;
    created_at: bigint;
    decided_at: bigint | null;
  };
  /** The contract that staff say holds the tokens of a batch, and what the chain last said of it. */
  distributors: {
    batch: bigint;
    chain_id: bigint;
    claims: string;
    /** The transactions that deployed the token and the claims. */
    token_transaction: string;
    claims_transaction: string;
    given_at: bigint;
    token: string | null;
    /** In what it differs from the list, sentences as a JSON list; null before the first comparison. */
    differences: string | null;
    /** When it was last compared (ms), in which final block, and the time of that (seconds). */
    compared_at: bigint | null;
    compared_block: bigint | null;
    chain_time: bigint | null;
    deployed_block: bigint | null;
    deployed_at: bigint | null;
    /** Since when visitors are told of it; null unless nothing differs. */
    named_at: bigint | null;
    /** Up to which block the event of the funding has been looked for. */
    scanned_block: bigint | null;
    funded_at: bigint | null;
    funded_block: bigint | null;
    funded_hash: string | null;
    funded_tx: string | null;
  };
  /** Wallets that the next list leaves out, with their amounts. */
  wallets_set_aside: {
    wallet: string;
    class: SetAsideClass;
    reason: string;
    chain_id: bigint | null;
    created_at: bigint;
  };
}
