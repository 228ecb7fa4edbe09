import { inTurn } from '#src/server/platform/util/turns.ts';

/** Attempts that may wait for their turn: about two seconds of work. */
const MOST_WAITING = 30;

/**
 * A password costs 46 MB and a tenth of a second of a processor to check, and anybody may ask for it from any number of
 * addresses. One is checked at a time; browsers of an earlier sign-in have a turn for themselves, so that a flood of
 * strangers does not keep staff out.
 */
const queues = { known: inTurn(MOST_WAITING), strangers: inTurn(MOST_WAITING) };

/** Runs a sign-in when it is its turn. Throws ApiFailure overloaded at once when too many wait. */
export function inPasswordTurn<Result>(isKnown: boolean, attempt: () => Promise<Result>): Promise<Result> {
  return queues[isKnown ? 'known' : 'strangers'](attempt);
}
