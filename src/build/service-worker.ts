import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { pagesWith } from '#src/config/page-paths.ts';
import { bundleScript } from './bundle-script.ts';

/** Writes src/worker as /sw.js, whose first line names the build. With `off` the worker only removes itself. */
export function serviceWorker(off: boolean): AstroIntegration {
  return {
    name: 'synx-service-worker',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const root = fileURLToPath(dir);
        const code = await bundleScript(`worker/${off ? 'kill' : 'service'}-worker.ts`, {
          READING_PATHS: JSON.stringify(pagesWith('offline')),
        });
        await writeFile(join(root, 'sw.js'), `// ${await buildName(root)}\n${code}`);
      },
    },
  };
}

/** A hash over every page of the site; pages name every other file by its hash. */
async function buildName(root: string): Promise<string> {
  const hash = createHash('sha256');
  const pages = (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.html')).sort();
  for (const page of pages) hash.update(page).update(await readFile(join(root, page)));
  return hash.digest('hex').slice(0, 16);
}
