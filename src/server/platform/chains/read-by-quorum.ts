import { isDeepStrictEqual } from 'node:util';
import type { RpcReader } from '#src/chain/rpc-reader.ts';

/** Too few sources answered: down, slow, limited or malformed. Retryable; nothing was decided. */
export class ChainUnavailableError extends Error {
  override readonly name = 'ChainUnavailableError';
}

/** Sources answered, but too few of them agree: one lies or lags. Never credit on this basis. */
export class ChainDisputeError extends Error {
  override readonly name = 'ChainDisputeError';
}

/**
 * The answer on which `quorum` sources agree (S6, G4), as soon as the missing ones could not outvote it. Throws
 * ChainUnavailableError if too few answered, otherwise ChainDisputeError.
 */
export function readByQuorum<Answer>(
  sources: readonly RpcReader[],
  quorum: number,
  read: (source: RpcReader) => Promise<Answer>,
): Promise<Answer> {
  const votes: { count: number; readonly answer: Answer }[] = [];
  let open = sources.length;
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
        new ChainUnavailableError(`${answered} of ${sources.length} sources answered, ${quorum} are needed`, {
          cause: failure,
        }),
      );
    };
    if (sources.length === 0) decide();
    for (const source of sources) {
      Promise.resolve(source)
        .then(read)
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
