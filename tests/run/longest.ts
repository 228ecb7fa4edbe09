/**
 * The slowest test files, by stage, the slowest first: a run begins with them, so that none is left over for one worker
 * at the end. A run prints its ten slowest files; their names and order are kept here.
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

/** The rank of a file among the slowest of its stage: 0 is the slowest; infinity if it is not among them. */
export function lengthRank(stage: string, file: string): number {
  const rank = (LONGEST[stage] ?? []).findIndex((name) => file.endsWith(`/tests/${stage}/${name}.test.ts`));
  return rank === -1 ? Number.POSITIVE_INFINITY : rank;
}
