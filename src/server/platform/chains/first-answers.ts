import { ChainUnavailableError } from './read-by-quorum.ts';

/** How long we wait for the others once enough have answered, in milliseconds. */
const GRACE_MS = 500;

/**
 * All answers, or those that arrive within half a second after at least `quorum` sources have answered and fewer than
 * `quorum` are missing. So one slow source does not delay the others, and they still outvote a quick one that lags or
 * belongs to another chain. Throws ChainUnavailableError if fewer than `quorum` answer at all.
 */
export function firstAnswers<Answer>(asked: readonly Promise<Answer>[], quorum: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  let grace: NodeJS.Timeout | undefined;
  let open = asked.length;
  let failure: unknown;
  return new Promise((resolve, reject) => {
    const decide = () => {
      if (open === 0) clearTimeout(grace);
      if (answers.length >= quorum && open === 0) return resolve([...answers]);
      if (answers.length >= quorum && open < quorum) grace ??= setTimeout(() => resolve([...answers]), GRACE_MS);
      if (open > 0) return;
      reject(new ChainUnavailableError(`${answers.length} of ${asked.length} sources answered`, { cause: failure }));
    };
    if (open === 0) decide();
    for (const answer of asked) {
      answer
        .then(
          (value) => {
            answers.push(value);
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
