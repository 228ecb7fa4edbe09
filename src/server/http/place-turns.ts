/** How many reads of one place run at once. */
const AT_ONCE = 2;

type Start = (end: () => void) => void;

/**
 * Starts the reads of a place a few at a time, with a turn of the loop after each, in which other places get theirs:
 * all that a minute allows may come at once, and for everybody else it is as if a few had (S25). A read calls `end`
 * when its answer is made, or when it begins to wait for something else.
 */
export function placeTurns(): (place: string, start: Start) => void {
  const queues = new Map<string, { running: number; readonly waiting: Start[] }>();
  return (place, start) => {
    const queue = queues.get(place) ?? { running: 0, waiting: [] };
    queues.set(place, queue);
    const run = (next: Start) => {
      let isOver = false;
      next(() => {
        if (!isOver) setImmediate(leave);
        isOver = true;
      });
    };
    const leave = () => {
      const next = queue.waiting.shift();
      if (next !== undefined) return run(next);
      queue.running -= 1;
      if (queue.running === 0) queues.delete(place);
    };
    if (queue.running >= AT_ONCE) return void queue.waiting.push(start);
    queue.running += 1;
    run(start);
  };
}
