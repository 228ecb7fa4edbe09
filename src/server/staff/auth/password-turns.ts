import { ApiFailure } from '../../util/api-failure.ts';

/** Attempts that may wait for their turn: about two seconds of work. */
const MOST_WAITING = 30;

/**
 * A password costs 46 MB and a tenth of a second of a processor to check, and anybody may ask for it from any number of
 * addresses. One is checked at a time; browsers of an earlier sign-in have a turn for themselves, so that a flood of
 * strangers does not keep staff out.
 */
const lanes = { known: createTurns(), strangers: createTurns() };

/** Runs a sign-in when it is its turn. Throws ApiFailure overloaded at once when too many wait. */
export function inPasswordTurn<Result>(isKnown: boolean, attempt: () => Promise<Result>): Promise<Result> {
  return lanes[isKnown ? 'known' : 'strangers'](attempt);
}

function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async <Result>(attempt: () => Promise<Result>): Promise<Result> => {
    if (waiting >= MOST_WAITING) throw new ApiFailure('overloaded');
    waiting += 1;
    const turn = last.then(attempt);
    last = turn.catch(() => undefined);
    return turn.finally(() => {
      waiting -= 1;
    });
  };
}
