import type { ClaimState } from '#src/client/claim/allocation-states.ts';

/**
 * What fails on demand: the API, the connection to the chains, the age of prices, the movement of heads, the files of
 * a published list, and the contract that the API names.
 */
export const OUTAGES = ['api', 'rpc', 'prices', 'heads', 'shard', 'contract'] as const;

interface ClaimFault {
  /** In English, like the desk's words. */
  readonly what: string;
  /** How it comes: for as long as an outage, once by the server, once for the connected wallet, or in the wallet. */
  readonly by: 'outage' | 'step' | 'wallet-step' | 'wallet';
  /** What /claim then says; null if it must say what it said before. */
  readonly shows: ClaimState | null;
}

/** More failures of a handover, of which /testnet offers a list (docs/handover.md has the table). */
export const CLAIM_FAULTS = {
  shardMissing: { what: 'A file of the list is missing', by: 'outage', shows: 'unreachable' },
  shardCut: { what: 'A file of the list is cut short', by: 'outage', shows: 'mismatch' },
  revokedKey: { what: 'The key that signed the list is revoked', by: 'outage', shows: 'differs' },
  withdrawnBuild: { what: 'This build of the site is withdrawn', by: 'outage', shows: 'differs' },
  olderDatabase: { what: 'The database is one from before the draft', by: 'outage', shows: 'no-contract' },
  halted: { what: 'The claim chain has stood still for an hour', by: 'outage', shows: 'unread' },
  busy: { what: 'The node answers 429', by: 'outage', shows: 'unread' },
  slow: { what: 'The node answers after 20 seconds', by: 'outage', shows: 'unread' },
  gas: { what: 'The node estimates 1,000,000,000,000 gas', by: 'outage', shows: null },
  clock: { what: 'The clock of the server is a day ahead', by: 'outage', shows: null },
  pastDates: { what: 'Deploy with dates in the past', by: 'step', shows: 'no-contract' },
  fundingLost: { what: 'The funding is reorganised', by: 'step', shows: 'unfunded' },
  secondList: { what: 'A second list is drafted beside the first', by: 'step', shows: null },
  withdrawLate: { what: 'Withdraw the draft after 13 days', by: 'step', shows: 'withdrawn' },
  contractBuyer: {
    what: 'A contract on Ethereum buys (before the end of the sale)',
    by: 'step',
    shows: 'contract-wallet',
  },
  objection: { what: 'I object to the draft, and am right', by: 'wallet-step', shows: 'draft' },
  withheld: { what: 'My tokens are withheld', by: 'wallet-step', shows: 'set-aside' },
  released: { what: 'My tokens are withheld no longer', by: 'wallet-step', shows: 'draft' },
  toToken: { what: 'I claim to the address of the token', by: 'wallet-step', shows: null },
  poor: { what: 'My wallet has no coin for the fee', by: 'wallet-step', shows: 'no-fee' },
  foreignChain: { what: 'My wallet is on a chain that the site does not know', by: 'wallet', shows: 'wrong-network' },
} as const satisfies Readonly<Record<string, ClaimFault>>;
type Faults = typeof CLAIM_FAULTS;
type FaultsBy<By extends ClaimFault['by']> = {
  [Name in keyof Faults]: Faults[Name]['by'] extends By ? Name : never;
}[keyof Faults];

export type Outage = (typeof OUTAGES)[number] | FaultsBy<'outage'>;
export const ALL_OUTAGES: readonly Outage[] = [...OUTAGES, ...claimFaultsBy('outage')];

/** The remaining seconds of each outage; 0 for none. */
export type RehearsalState = Readonly<Record<Outage, number>>;

/** The length of an outage unless it is ended earlier, in seconds: prices grow too old to sell at meanwhile. */
export const OUTAGE_SECONDS = 90;

/** Milliseconds without a new block after which a rehearsal's chain counts as stalled: its blocks come every 15 s. */
export const REHEARSAL_STALL_MS = 40_000;

/** The steps from a running sale to tokens in a wallet, in their order. */
export const HANDOVER_STEPS = ['end', 'draft', 'objections', 'approve', 'deploy', 'fund', 'opening', 'month'] as const;
/** What can go otherwise with them. */
export const HANDOVER_FAULTS = ['withdraw', 'wrongTyped', 'wrongRoot', 'short', 'stranger'] as const;
export type HandoverStep = (typeof HANDOVER_STEPS | typeof HANDOVER_FAULTS)[number] | FaultsBy<'step' | 'wallet-step'>;
export const ALL_STEPS: readonly HandoverStep[] = [
  ...HANDOVER_STEPS,
  ...HANDOVER_FAULTS,
  ...claimFaultsBy('step'),
  ...claimFaultsBy('wallet-step'),
];
/** Those about the connected wallet. */
export const WALLET_STEPS: ReadonlySet<HandoverStep> = new Set(['stranger', ...claimFaultsBy('wallet-step')]);

/** The outcome of a step; all texts in English, as at the desk. */
export interface StepOutcome {
  readonly said: readonly string[];
  /** Why it was not done. */
  readonly refused?: string;
  /** What is in the way of a draft. */
  readonly unmet?: readonly { readonly what: string; readonly found: string | null; readonly remedy: string }[];
}

function claimFaultsBy<By extends ClaimFault['by']>(by: By): readonly FaultsBy<By>[] {
  return Object.entries(CLAIM_FAULTS).flatMap(([name, fault]) => (fault.by === by ? [name as FaultsBy<By>] : []));
}

export function isStep(name: HandoverStep | keyof Faults): name is HandoverStep {
  return ALL_STEPS.some((step) => step === name);
}
