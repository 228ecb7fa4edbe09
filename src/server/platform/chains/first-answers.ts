import { ChainUnavailableError, readFromAll } from './read-by-quorum.ts';
import type { Source } from './source.ts';

/** How long we wait for the others once enough have answered, in milliseconds. */
const GRACE_MS = 500;

/**
 * The answers that arrive within half a second after `quorum` sources answered that `agree`, and the missing ones could
 * not outvote them: a slow source delays nobody, a quick stale one decides nothing. While they do not agree, it waits
 * for all. Throws ChainUnavailableError for fewer.
 */
export function firstAnswers<Answer>(
  sources: readonly Source[],
  quorum: number,
  read: (source: Source) => Promise<Answer>,
  agree: (answers: readonly Answer[]) => boolean,
): Promise<Answer[]> {
  return readFromAll(sources, read, (asked) => inTime(asked, quorum, agree));
}

function inTime<Answer>(
  asked: readonly Promise<Answer>[],
  quorum: number,
  agree: (answers: readonly Answer[]) => boolean,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  let grace: NodeJS.Timeout | undefined;
  let open = asked.length;
  let failure: unknown;
  return new Promise((resolve, reject) => {
    const decide = () => {
      if (open === 0) clearTimeout(grace);
      if (answers.length >= quorum && open === 0) return resolve([...answers]);
      if (answers.length >= quorum && open < quorum && agree(answers))
        grace ??= setTimeout(() => resolve([...answers]), GRACE_MS);
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
