import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('..', import.meta.url));

/** One project for a folder of tests/; `patience` is the milliseconds a single test may take. */
function project(name: string, patience: number, globalSetup: string[] = []) {
  return {
    extends: true as const,
    test: {
      name,
      include: [`tests/${name}/**/*.test.{ts,tsx}`],
      testTimeout: patience,
      hookTimeout: 120_000,
      globalSetup,
    },
  };
}

const postgres = ['tests/support/postgres-setup.ts'];

/** The suites that need no browser: each is a project, so that `npm test -- unit api` runs just those. */
export default defineConfig({
  root,
  test: {
    environment: 'node',
    pool: 'forks',
    // Chains, databases and the API run beside the tests: more workers than this only make them wait for one another.
    maxWorkers: 2,
    watch: false,
    passWithNoTests: true,
    projects: [
      project('unit', 20_000),
      project('content', 60_000),
      project('api', 60_000, postgres),
      project('chain', 120_000, postgres),
      project('dist', 60_000),
      project('start', 240_000),
    ],
  },
});
