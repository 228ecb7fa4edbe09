// npm run dev: the pages, rebuilt as they are edited. API and chains come from `PORT=4322 npm start` next to it.
import { join } from 'node:path';
import { readDevSettings } from './dev-settings.ts';

const root = join(import.meta.dirname, '../..');
process.chdir(root);
/** Where `PORT=4322 npm start` serves the API. */
const API = 'http://localhost:4322';

try {
  const { port } = readDevSettings();
  const { dev } = await import('astro');
  await dev({
    root,
    server: { port },
    vite: { server: { proxy: { '/api': API, '/rehearsal': API } } },
  });
  console.log(`Calls to /api and /rehearsal go to ${API}; start that with: PORT=4322 npm start`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
