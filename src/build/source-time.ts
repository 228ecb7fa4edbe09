import { execFileSync } from 'node:child_process';

/** The present for a build: the commit's time, so that its builds are identical, or SOURCE_DATE_EPOCH. */
export function sourceTime(): Date {
  const seconds = Number(process.env['SOURCE_DATE_EPOCH'] || commitSeconds());
  return Number.isSafeInteger(seconds) && seconds > 0 ? new Date(seconds * 1000) : new Date();
}

function commitSeconds(): string {
  try {
    const asked = ['log', '-1', '--format=%ct'];
    return execFileSync('git', asked, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '';
  }
}
