import { execFileSync } from 'node:child_process';

/** The commit being built, with `-dirty` if files differ; SOURCE_COMMIT names it outside a repository, else null. */
export function sourceCommit(): string | null {
  if (process.env.SOURCE_COMMIT) return process.env.SOURCE_COMMIT;
  try {
    const asked = ['describe', '--always', '--dirty', '--abbrev=40', '--exclude', '*'];
    return execFileSync('git', asked, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim() || null;
  } catch {
    return null;
  }
}
