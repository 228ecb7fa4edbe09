import { inTurn } from '#src/server/platform/util/turns.ts';

/** Attempts that may wait for their turn: about two seconds of work. */
const MOST_WAITING = 30;

/** One costly check at a time; known browsers have a turn of their own, so that strangers keep nobody out. */
const queues = { known: inTurn(MOST_WAITING), strangers: inTurn(MOST_WAITING) };

/** Runs a sign-in when it is its turn. Throws ApiFailure overloaded at once when too many wait. */
export function inPasswordTurn<Result>(isKnown: boolean, attempt: () => Promise<Result>): Promise<Result> {
  return queues[isKnown ? 'known' : 'strangers'](attempt);
}
