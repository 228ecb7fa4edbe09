// npm run preview: serves dist/ as built, without an API. `npm start` serves both.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readDevSettings } from './dev-settings.ts';

const root = join(import.meta.dirname, '../..');
process.chdir(root);

try {
  const { port } = readDevSettings();
  if (!existsSync('dist/build.json')) throw new Error('There is no dist/ yet. Build it first: npm run build');
  const { preview } = await import('astro');
  const server = await preview({ root, server: { port } });
  console.log(`dist/ on http://localhost:${server.port}, without an API`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
