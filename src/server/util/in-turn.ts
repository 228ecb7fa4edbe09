import { ApiFailure } from './api-failure.ts';

/** Runs one task after the other. Throws ApiFailure overloaded at once when `most` of them run or wait. */
export function inTurn(most: number): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async <Result>(task: () => Promise<Result>): Promise<Result> => {
    if (waiting >= most) throw new ApiFailure('overloaded');
    waiting += 1;
    const turn = last.then(task);
    last = turn.catch(() => undefined);
    return turn.finally(() => {
      waiting -= 1;
    });
  };
}
