import { establishMissed } from './airdrop/establish-missed.ts';
import { sweepNetworks } from './airdrop/networks.ts';
import { watchCodes } from './airdrop/referral-codes.ts';
import type { AppContext } from './context/app-context.ts';
import { sweepOld } from './database/sweep-old.ts';
import { tallyVotes } from './faq/tally-votes.ts';
import { sweepCallers } from './http/caller-limits.ts';
import { sweepSubscribers } from './newsletter/sweep-subscribers.ts';
import { rollLeftStock } from './sale/roll-left-stock.ts';
import { sweepHumanChecks } from './sessions/human-check.ts';
import { sweepSessions } from './sessions/session-store.ts';
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

/**
 * Runs every sweep separately, once the time is confirmed: one that fails is reported and does not stop the others.
 */
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
