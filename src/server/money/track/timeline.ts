import { REQUIRED_CONFIRMATIONS } from '#src/config/sale.ts';
import { TRACK_STEPS, type Track, type TrackStep } from '#src/contract/track.ts';

export interface TimelineFacts {
  readonly status: Track['status'];
  readonly reason: Track['reason'];
  readonly confirmations: number;
  /** Whether any chain has shown the transaction, in a block or in its mempool. */
  readonly seen: boolean;
  readonly mined: boolean;
  readonly final: boolean;
  /** The known time, in ISO 8601. */
  readonly times: Partial<Record<TrackStep, string>>;
}

/** The step at which a payment that waits for staff has stopped; most reasons concern the amount that arrived. */
const STOPS: Readonly<Record<NonNullable<Track['reason']>, TrackStep>> = {
  'wrong-token': 'matched',
  'no-payer': 'matched',
  'token-mismatch': 'matched',
  'token-off': 'matched',
  'internal-transfer': 'matched',
  'stale-price': 'priced',
  'before-sale': 'priced',
  'quorum-dispute': 'matched',
  'amount-mismatch': 'matched',
  'amount-unverifiable': 'matched',
  'below-one-token': 'credited',
  'wrong-recipient': 'matched',
  'zero-value': 'matched',
  'foreign-sender': 'matched',
  'not-found': 'matched',
  'chain-unreachable': 'matched',
  'not-recorded': 'matched',
  'in-mempool': 'matched',
  'left-chain': 'matched',
  'over-sold': 'credited',
  'sale-over': 'credited',
};

/** The steps of a payment: those done, the current or last one, and those to come. */
export function timeline(facts: TimelineFacts): Track['steps'] {
  const stop = stopOf(facts);
  const reached = TRACK_STEPS.findIndex((step) => step === stop || !isDone(step, facts));
  return TRACK_STEPS.map((key, position) => {
    const at = facts.times[key] ?? null;
    if (key === 'submitted') return { key, state: at === null ? 'skipped' : 'done', at };
    // Staking and finality do not wait for each other.
    if (key === 'staked' || key === 'final') return { key, state: lateState(key, facts), at };
    if (position < reached || reached === -1) return { key, state: 'done', at };
    if (position > reached) return { key, state: stop === null ? 'waiting' : 'skipped', at: null };
    return { key, state: stop === null ? 'current' : 'failed', at };
  });
}

function stopOf({ status, reason }: TimelineFacts): TrackStep | null {
  switch (status) {
    case 'failed':
    case 'replaced':
    case 'cancelled':
      return 'mined';
    case 'expired':
    case 'debug':
      return 'seen';
    case 'rejected':
      return 'matched';
    case 'needs-review':
    case 'refund-due':
      return reason === null ? 'matched' : STOPS[reason];
    default:
      return null;
  }
}

function isDone(step: TrackStep, { status, confirmations, seen, mined }: TimelineFacts): boolean {
  const decided = status === 'credited' || status === 'needs-review' || status === 'refund-due';
  switch (step) {
    case 'submitted':
      return true;
    case 'seen':
      return seen;
    case 'mined':
      return mined;
    case 'confirmed':
      return decided || status === 'rejected' || confirmations >= REQUIRED_CONFIRMATIONS;
    default:
      return decided;
  }
}

function lateState(step: 'staked' | 'final', facts: TimelineFacts): Track['steps'][number]['state'] {
  if (facts.status !== 'credited') return stopOf(facts) === null ? 'waiting' : 'skipped';
  return (step === 'final' ? facts.final : facts.times.staked !== undefined) ? 'done' : 'waiting';
}
