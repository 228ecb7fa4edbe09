import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files of tests/api, the slowest first: none of them is left over for one worker at the end of a run. */
const LONGEST = [
  'money/still-chains',
  'start/refusals',
  'money/quorum',
  'money/slow-sources',
  'money/dust-flood',
  'staff/command-line',
  'money/interruptions',
  'start/graceful-stop',
  'money/simulation',
  'money/kill',
  'start/doctor',
  'airdrop/human-check',
  'staff/sessions',
  'money/crowd',
  'ledger/endless-recount',
  'money/cut-connections',
  'money/reorg-schedules',
  'staff/four-eyes',
  'staff/backup',
  'http/slow-connections',
].map((name) => `/tests/api/${name}.test.ts`);

/** Runs the known slow files before the others of their project. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(name));
      return at === -1 ? LONGEST.length : at;
    };
    // The sort is stable, so that the others keep the order given to them.
    return (await super.sort(files)).sort((a, b) => (a.project.name === b.project.name ? rank(a) - rank(b) : 0));
  }
}
