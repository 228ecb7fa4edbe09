import { establishMissed } from '#src/server/community/airdrop/establish-missed.ts';
import { sweepNetworks } from '#src/server/community/airdrop/networks.ts';
import { watchCodes } from '#src/server/community/airdrop/referral-codes.ts';
import { tallyVotes } from '#src/server/community/faq/tally-votes.ts';
import { sweepSubscribers } from '#src/server/community/newsletter/subscriptions.ts';
import { rollLeftStock } from '#src/server/money/sale/roll-left-stock.ts';
import type { AppContext } from '#src/server/platform/context/app-context.ts';
import { sweepOld } from '#src/server/platform/database/sweep-old.ts';
import { sweepHumanChecks } from '#src/server/platform/sessions/human-check.ts';
import { sweepSessions } from '#src/server/platform/sessions/session-store.ts';
import { sweepCallers } from './http/caller-limits.ts';
import { sweepStaff } from './staff/auth/sessions.ts';

type Sweep = (context: AppContext, now: number) => Promise<unknown>;

/** All periodic deletions and clean-ups, by their names in the log. */
const SWEEPS: Readonly<Record<string, Sweep>> = {
  sessions: ({ db }, now) => sweepSessions(db, now),
  callers: ({ db }, now) => sweepCallers(db, now),
  subscribers: ({ db }, now) => sweepSubscribers(db, now),
  votes: ({ db }, now) => tallyVotes(db, now),
  'human checks': ({ db }, now) => sweepHumanChecks(db, now),
  networks: ({ db }, now) => sweepNetworks(db, now),
  established: ({ db }, now) => establishMissed(db, now),
  'referral codes': ({ db, alarms }) => watchCodes(db, alarms),
  staff: ({ db }, now) => sweepStaff(db, now),
  'left stock': ({ db }, now) => rollLeftStock(db, now),
  'old rows': ({ db }, now) => sweepOld(db, now),
};

/** Once the time is confirmed, runs every sweep; a failed one is reported and does not stop the others. */
export async function sweepAll(context: AppContext, onFailure: (error: unknown, name: string) => void): Promise<void> {
  if (!context.clock.isConfirmed()) return;
  for (const [name, sweep] of Object.entries(SWEEPS)) {
    try {
      await sweep(context, context.now());
    } catch (error) {
      onFailure(error, name);
    }
  }
}
