// npm run pictures: takes the pictures of README again, from the built site. Commit docs/pictures afterwards.
import { mkdirSync } from 'node:fs';
import { dropSettings } from '#tests/run/clean-env.ts';
import { DRAWN, PLAYWRIGHT, PLAYWRIGHT_ENV } from '#tests/run/playwright.ts';
import { runNode } from '#tests/run/run-command.ts';

dropSettings();
mkdirSync('docs/pictures', { recursive: true });
const env = { ...PLAYWRIGHT_ENV, [DRAWN]: '1' };
process.exitCode = await runNode([PLAYWRIGHT, 'test', '--config', 'tests/pictures'], { env });
