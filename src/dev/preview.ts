// npm run preview: serves dist/ as it was built, without an API. `npm start` serves both.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { preview } from 'astro';

const root = join(import.meta.dirname, '../..');
process.chdir(root);
if (existsSync('dist/build.json')) {
  const server = await preview({ root, server: { port: Number(process.env.PORT ?? 4321) } });
  console.log(`dist/ on http://localhost:${server.port}, without an API`);
} else {
  console.error('There is no dist/ yet. Build it first: npm run build');
  process.exitCode = 1;
}
