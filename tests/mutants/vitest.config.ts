import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { TAGS } from '#tests/support/sized.ts';

/** Runs the unit tests first: most mutants fail there within a second. */
class UnitFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => (moduleId.includes('/tests/unit/') ? 0 : 1);
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

/** The tests that mutants must fail, in one process; on SQLite, because each mutant runs many of them. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  envDir: false,
  test: {
    environment: 'node',
    pool: 'forks',
    isolate: false,
    maxWorkers: 1,
    watch: false,
    tags: TAGS,
    sequence: { sequencer: UnitFirst },
    include: ['tests/{unit,api}/**/*.test.{ts,tsx}'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    provide: { postgres: { unavailable: 'mutants are tried on SQLite only' } },
  },
});
