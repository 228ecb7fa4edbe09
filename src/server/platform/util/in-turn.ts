import { ApiFailure } from './api-failure.ts';

type InTurn = <Result>(task: () => Promise<Result>, isWanted?: () => boolean) => Promise<Result>;

/**
 * Runs one task at a time. Throws ApiFailure overloaded at once if `most` of them run or wait. A task that nobody wants
 * any more gives up its place and is refused when its turn comes.
 */
export function inTurn(most: number): InTurn {
  let last: Promise<unknown> = Promise.resolve();
  const places = new Set<{ isWanted(): boolean }>();
  return async <Result>(task: () => Promise<Result>, isWanted = () => true): Promise<Result> => {
    if (places.size >= most && [...places].filter((place) => place.isWanted()).length >= most)
      throw new ApiFailure('overloaded');
    const place = { isWanted };
    places.add(place);
    const turn = last.then(() => {
      if (!isWanted()) throw new ApiFailure('overloaded');
      return task();
    });
    last = turn.catch(() => undefined);
    return turn.finally(() => places.delete(place));
  };
}
