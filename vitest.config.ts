import { defineConfig } from 'vitest/config';
import { sized, TAGS } from './tests/support/sized.ts';

/**
 * One project for a folder of tests/; `patience` is the time limit of a single test in milliseconds. Only what hangs
 * takes as long: on a busy machine everything comes late.
 */
function project(
  name: string,
  patience: number,
  more: { globalSetup?: string[]; sequence?: { groupOrder: number } } = {},
) {
  return {
    extends: true as const,
    test: {
      name,
      include: [`tests/${name}/**/*.test.{ts,tsx}`],
      testTimeout: patience * sized(12, 1),
      hookTimeout: 600_000,
      ...more,
    },
  };
}

/** Suites on the server, its databases and chains. */
const server = {
  globalSetup: ['tests/support/postgres-setup.ts'],
  // Run together with the other suites, they come after them.
  sequence: { groupOrder: 1 },
};

/** The suites that need no browser: each is a project, so that `npm test -- unit api` runs just those. */
export default defineConfig({
  // Settings are the tests' own, never those of a .env.
  envDir: false,
  test: {
    environment: 'node',
    // Polled conditions come late on a busy machine.
    expect: { poll: { timeout: 60_000 } },
    pool: 'forks',
    // Loading the same modules again for each file takes more time than the tests of most files. A file that changes
    // the state of a module or of the process restores it.
    isolate: false,
    maxWorkers: 2,
    watch: false,
    passWithNoTests: true,
    tags: TAGS,
    projects: [
      project('unit', 60_000),
      project('content', 120_000),
      project('api', 300_000, server),
      project('chain', 300_000, server),
      project('contracts', 300_000),
      project('dist', 300_000),
      project('start', 600_000),
    ],
  },
});
