import { createMissedSweep } from '#src/server/community/airdrop/establish-missed.ts';
import { sweepNetworks } from '#src/server/community/airdrop/networks.ts';
import { watchCodes } from '#src/server/community/airdrop/referral-codes.ts';
import { tallyVotes } from '#src/server/community/faq/tally-votes.ts';
import { sweepSubscribers } from '#src/server/community/newsletter/subscriptions.ts';
import { rollLeftStock } from '#src/server/money/sale/roll-left-stock.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import { createOldSweep } from '#src/server/platform/database/sweep-old.ts';
import { sweepHumanChecks } from '#src/server/platform/sessions/human-check.ts';
import { sweepSessions } from '#src/server/platform/sessions/session-store.ts';
import { sweepCallers } from './http/caller-limits.ts';
import { sweepStaff } from './staff/auth/sessions.ts';

type Sweep = (now: number) => Promise<unknown>;

/** All periodic deletions and clean-ups, by their names in the log. */
function sweepsOf({ db, alarms }: AppContext): Readonly<Record<string, Sweep>> {
  return {
    sessions: (now) => sweepSessions(db, now),
    callers: (now) => sweepCallers(db, now),
    subscribers: (now) => sweepSubscribers(db, now),
    votes: (now) => tallyVotes(db, now),
    'human checks': (now) => sweepHumanChecks(db, now),
    networks: (now) => sweepNetworks(db, now),
    established: createMissedSweep(db),
    'referral codes': () => watchCodes(db, alarms),
    staff: (now) => sweepStaff(db, now),
    'left stock': (now) => rollLeftStock(db, now),
    'old rows': createOldSweep(db),
  };
}

/**
 * Returns what runs every sweep, once the time is confirmed: those that a sweep has no time for, the next one goes on
 * with. A failed one is reported and does not stop the others.
 */
export function createSweeper(
  context: AppContext,
  onFailure: (error: unknown, name: string) => void,
): () => Promise<void> {
  const sweeps = Object.entries(sweepsOf(context));
  return async () => {
    if (!context.clock.isConfirmed()) return;
    for (const [name, sweep] of sweeps) {
      try {
        await sweep(context.now());
      } catch (error) {
        onFailure(error, name);
      }
    }
  };
}
