import { AsyncLocalStorage } from 'node:async_hooks';
import { isDeepStrictEqual } from 'node:util';
import type { RpcReader } from '#src/chain/rpc-reader.ts';
import type { Source } from './source.ts';

/** Too few sources answered: down, slow, limited or malformed. Retryable; nothing was decided. */
export class ChainUnavailableError extends Error {
  override readonly name = 'ChainUnavailableError';
}

/** Sources answered, but too few of them agree: one lies or lags. Never credit on this basis. */
export class ChainDisputeError extends Error {
  override readonly name = 'ChainDisputeError';
}

/** How many readings of one source may go on at once: several times those of a busy server whose sources answer. */
const MOST_READINGS = 200;

/** Aborted once what the reading that asks is for has been decided without it. */
const ends = new AsyncLocalStorage<AbortSignal | undefined>();

export const endOfReading = (): AbortSignal | undefined => ends.getStore();

/** Runs what outlives the reading that begins it, since others wait for it as well. */
export const outliving = <Result>(work: () => Promise<Result>): Promise<Result> => ends.run(undefined, work);

/**
 * Reads from all sources at once. When `gather` has what decides, the others' readings end: one that tells a block by
 * thousands of slow answers would go on for minutes, next to those of later blocks (S24).
 */
export async function readFromAll<Answer, Result>(
  sources: readonly Source[],
  read: (source: Source) => Promise<Answer>,
  gather: (asked: readonly Promise<Answer>[]) => Promise<Result>,
  decides: (gathered: Result) => boolean = () => true,
): Promise<Result> {
  const end = new AbortController();
  const readOne = async (source: Source) => {
    const { readings } = source.kept;
    if (readings.open >= MOST_READINGS) throw new ChainUnavailableError('this source has too many questions to answer');
    readings.open += 1;
    try {
      return await read(source);
    } finally {
      readings.open -= 1;
    }
  };
  const asked = sources.map((source) => ends.run(end.signal, readOne, source));
  const gathered = await gather(asked);
  if (decides(gathered)) end.abort();
  return gathered;
}

/** A source that a reading cannot ask any more once it has ended. */
export function untilEnded(source: RpcReader): RpcReader {
  return {
    request: async (call) => {
      const end = endOfReading();
      const expectWaiting = () => {
        if (end?.aborted) throw new ChainUnavailableError('nobody waits for this reading any more');
      };
      expectWaiting();
      return source.request(call).catch((error: unknown) => {
        expectWaiting();
        throw error;
      });
    },
  };
}

/**
 * The answer on which `quorum` sources agree (S6, G4), as soon as the missing ones could not outvote it. Throws
 * ChainUnavailableError if too few answered, otherwise ChainDisputeError.
 */
export function readByQuorum<Answer>(
  sources: readonly Source[],
  quorum: number,
  read: (source: Source) => Promise<Answer>,
): Promise<Answer> {
  return readFromAll(sources, read, (asked) => agreedAnswer(asked, quorum));
}

function agreedAnswer<Answer>(asked: readonly Promise<Answer>[], quorum: number): Promise<Answer> {
  const votes: { count: number; readonly answer: Answer }[] = [];
  let open = asked.length;
  let answered = 0;
  let failure: unknown;
  return new Promise((resolve, reject) => {
    const decide = () => {
      const [first, second] = votes.toSorted((a, b) => b.count - a.count);
      const rivalled = (second?.count ?? 0) + open >= quorum;
      if (first !== undefined && first.count >= quorum && !rivalled) return resolve(first.answer);
      if (open > 0) return;
      if (answered >= quorum)
        return reject(new ChainDisputeError(`${answered} sources answered, no ${quorum} of them agree`));
      reject(
        new ChainUnavailableError(`${answered} of ${asked.length} sources answered, ${quorum} are needed`, {
          cause: failure,
        }),
      );
    };
    if (asked.length === 0) decide();
    for (const reading of asked) {
      reading
        .then(
          (answer) => {
            answered += 1;
            const vote = votes.find((other) => isDeepStrictEqual(other.answer, answer));
            if (vote === undefined) votes.push({ count: 1, answer });
            else vote.count += 1;
          },
          (error: unknown) => {
            failure = error;
          },
        )
        .finally(() => {
          open -= 1;
          decide();
        });
    }
  });
}
