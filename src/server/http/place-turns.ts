/** How many reads of one place run at once. */
const AT_ONCE = 2;
/** The longest wait for a turn, in milliseconds: a proxy that waits for longer takes the server for broken. */
const LONGEST_WAIT_MS = 10_000;
/**
 * How long the next read of a place leaves the loop to new connections, in milliseconds at most. Node accepts one in
 * each turn, in the order in which they came: with a read in every turn, a visitor's would wait for a crowd's (S25).
 */
const ACCEPTING_MS = 250;

export interface Read {
  readonly place: string;
  /** Who sends it, among those of the place. */
  readonly caller: string;
  /** Calls `end` when its answer is made, or when it begins to wait for something else. */
  start(end: () => void): void;
  /** It has waited too long. */
  refuse(): void;
  /** Whether its caller still waits. */
  isWanted(): boolean;
}

interface Waiting {
  readonly read: Read;
  readonly since: number;
}

interface Queue {
  running: number;
  /** By caller, whose turn comes next first. */
  readonly waiting: Map<string, Waiting[]>;
}

/**
 * Starts the reads of a place a few at a time, with a turn of the loop after each, in which other places get theirs:
 * all that a minute allows may come at once, and for everybody else it is as if a few had (S25). The callers of a place
 * take turns, since most of them have sent none of a neighbour's three hundred. `areComing`: new connections are.
 */
export function placeTurns(areComing: () => boolean): (read: Read) => void {
  const queues = new Map<string, Queue>();
  return (read) => {
    const { place, caller } = read;
    const queue: Queue = queues.get(place) ?? { running: 0, waiting: new Map() };
    queues.set(place, queue);
    const run = ({ start }: Pick<Read, 'start'>) => {
      let isOver = false;
      start(() => {
        if (!isOver) afterNewConnections(leave, areComing);
        isOver = true;
      });
    };
    const leave = () => {
      let next = takeNext(queue.waiting);
      while (next !== undefined && !next.read.isWanted()) next = takeNext(queue.waiting);
      if (next === undefined) {
        queue.running -= 1;
        if (queue.running === 0) queues.delete(place);
      } else if (performance.now() - next.since < LONGEST_WAIT_MS) run(next.read);
      else {
        setImmediate(leave);
        next.read.refuse();
      }
    };
    if (queue.running < AT_ONCE) {
      queue.running += 1;
      return run(read);
    }
    const own = queue.waiting.get(caller) ?? [];
    queue.waiting.set(caller, own);
    own.push({ read, since: performance.now() });
  };
}

/** Goes on after a turn of the loop, or once no more connections come. */
function afterNewConnections(next: () => void, areComing: () => boolean): void {
  const until = performance.now() + ACCEPTING_MS;
  const look = () => (areComing() && performance.now() < until ? setImmediate(look) : next());
  setImmediate(look);
}

/** The first read of the caller whose turn it is, who comes last then. */
function takeNext(waiting: Map<string, Waiting[]>): Waiting | undefined {
  const [first] = waiting;
  if (first === undefined) return undefined;
  const [caller, reads] = first;
  const next = reads.shift();
  waiting.delete(caller);
  if (reads.length > 0) waiting.set(caller, reads);
  return next;
}
