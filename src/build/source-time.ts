import { execFileSync } from 'node:child_process';

/**
 * The present for everything in a build that depends on time: the commit's time, so that two builds of one commit are
 * identical on any day. SOURCE_DATE_EPOCH (seconds) replaces it if the source comes without its repository; without
 * either it is now.
 */
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
