// npm run dev: the pages, rebuilt as they are edited. API and chains come from `PORT=4322 npm start` beside it.
import { join } from 'node:path';
import { dev } from 'astro';

const root = join(import.meta.dirname, '../..');
process.chdir(root);
const port = Number(process.env.PORT ?? 4321);
const api = process.env.API_ORIGIN ?? 'http://localhost:4322';

await dev({
  root,
  server: { port },
  vite: { server: { proxy: { '/api': api, '/rehearsal': api } } },
});
console.log(`Calls to /api and /rehearsal go to ${api} (API_ORIGIN changes it); start that with: PORT=4322 npm start`);
