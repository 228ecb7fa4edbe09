// npm run coverage: the lines and branches of src/ that these suites run in their own process, as coverage/index.html.
import { join } from 'node:path';
import { dropSettings } from '#tests/run/clean-env.ts';
import { inRunFolder } from '#tests/run/memory-folder.ts';
import { runNode } from '#tests/run/run-command.ts';

const SUITES = ['unit', 'content', 'api'];

dropSettings();
process.chdir(join(import.meta.dirname, '../..'));
process.exitCode = await inRunFolder(() =>
  runNode([
    ...['node_modules/vitest/vitest.mjs', 'run'],
    ...SUITES.flatMap((name) => ['--project', name]),
    ...['--coverage.enabled', '--coverage.provider=v8', '--coverage.include=src/**/*.{ts,tsx}'],
    ...['--coverage.reporter=text-summary', '--coverage.reporter=html'],
  ]),
);
