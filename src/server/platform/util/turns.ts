import { ApiFailure } from './errors.ts';

/** How long we work on one transaction before others get their turn, in milliseconds. */
const SLICE_MS = 500;

/** Anybody can put thousands of transfers into a transaction for a dollar, so work on it stops after a time slice. */
export interface TimeSlice {
  /** Whether there is time for another step. True at least once, so that every slice makes progress. */
  hasTime(): boolean;
}

/** A time slice that begins now. */
export function startTimeSlice(milliseconds = SLICE_MS): TimeSlice {
  const until = performance.now() + milliseconds;
  let steps = 0;
  return {
    hasTime: () => {
      steps += 1;
      return steps === 1 || performance.now() < until;
    },
  };
}

type InTurn = <Result>(task: () => Promise<Result>, isWanted?: () => boolean) => Promise<Result>;

/** Runs one task at a time. Throws ApiFailure overloaded if `most` run or wait, or once nobody wants the task. */
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

/** Like inTurn(), but refuses a task with `late()` that has waited for `mostMs`: it need not wait for all before it. */
export function inTurnWithin(
  mostMs: number,
  late: () => Error,
  turn = inTurn(Number.POSITIVE_INFINITY),
): <Result>(task: () => Promise<Result>) => Promise<Result> {
  return (task) =>
    new Promise((resolve, reject) => {
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        reject(late());
      }, mostMs);
      const start = () => {
        clearTimeout(timer);
        return task();
      };
      turn(start, () => !isLate).then(resolve, reject);
    });
}

/** The first of each list, then the second of each: where it ends early, none keeps the others from their turn. */
export function byTurns<Item>(lists: readonly (readonly Item[])[]): readonly Item[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, turn) => lists.flatMap((list) => list.slice(turn, turn + 1))).flat();
}

/** What `work` says about an item: `again` puts it behind the others for another turn; `unread`: no source answered. */
export type Requeue = 'again' | 'unread' | undefined;

interface Rounds {
  /** Items worked on at a time. */
  readonly size: number;
  /** Asked before each group. */
  more(): Promise<boolean>;
  /** By default, nothing that `work` says ends the rounds. */
  readonly stopsAt?: Requeue | null;
}

/**
 * Works through a list while `more` allows; an unfinished item goes to the end, and blocks no small ones. Ends after a
 * group with an item of which `work` says `stopsAt`.
 */
export async function forEachConcurrent<Item>(
  items: readonly Item[],
  { size, more, stopsAt = null }: Rounds,
  work: (item: Item) => Promise<Requeue>,
): Promise<void> {
  const queue = [...items];
  while (queue.length > 0 && (await more())) {
    const group = queue.splice(0, size);
    const outcomes = await Promise.all(group.map(work));
    if (stopsAt !== null && outcomes.includes(stopsAt)) return;
    queue.push(...group.filter((_, position) => outcomes[position] === 'again'));
  }
}
