/**
 * The test files that take longest, by stage, the longest first: a run begins with them, so that none is left over for
 * one worker at the end. A run prints its ten slowest files; their names and order are kept here.
 */
export const LONGEST: Readonly<Record<string, readonly string[]>> = {
  api: [
    'money/interruptions',
    'start/graceful-stop',
    'money/kill',
    'money/quorum',
    'money/still-chains',
    'money/cut-connections',
    'money/reorg-schedules',
    'money/slow-sources',
    'money/crowd',
    'http/slow-connections',
    'http/malformed',
    'ledger/endless-recount',
    'airdrop/human-check',
    'airdrop/referrals',
    'money/claims',
    'staff/sessions',
    'staff/four-eyes',
  ],
};

/** The place of a file among the longest of its stage: 0 is the longest; infinity where it is not among them. */
export function lengthRank(stage: string, file: string): number {
  const rank = (LONGEST[stage] ?? []).findIndex((name) => file.endsWith(`/tests/${stage}/${name}.test.ts`));
  return rank === -1 ? Number.POSITIVE_INFINITY : rank;
}
