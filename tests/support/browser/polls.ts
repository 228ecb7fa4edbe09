import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const CONTENT = join(import.meta.dirname, '../../../content');
const DAY_MS = 86_400_000;

/** Polls of the browser tests, by the day: an open one, a future one, a closed one. */
export const POLLS = [
  { id: 'open-poll', title: 'Which shelf should be built first?', from: -1, to: 1 },
  { id: 'later-poll', title: 'Which lamp should be lit first?', from: 1, to: 2 },
  { id: 'past-poll', title: 'Which door should be opened first?', from: -2, to: -1 },
] as const;

const CHOICES = { oak: 'Oak', birch: 'Birch' };

/** The site's content in a folder of `directory`, with polls whose dates are always near the tests' time. */
export function contentWithPolls(directory: string): string {
  const content = join(directory, 'content');
  cpSync(CONTENT, content, { recursive: true });
  const voting = join(content, 'voting');
  rmSync(voting, { recursive: true, force: true });
  mkdirSync(join(voting, 'en'), { recursive: true });
  const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
  const list = POLLS.map(({ id, from, to }) => ({
    id,
    opensAt: at(from),
    closesAt: at(to),
    choices: Object.keys(CHOICES),
  }));
  writeFileSync(join(voting, 'proposals.json'), JSON.stringify(list));
  for (const { id, title } of POLLS)
    writeFileSync(
      join(voting, 'en', `${id}.json`),
      JSON.stringify({ title, summary: 'A poll of the tests.', choices: CHOICES }),
    );
  return content;
}
