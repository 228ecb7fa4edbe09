import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';

/** Removes the ids of islands: they depend on the project's folder, and no script reads them. */
export function islandsWithoutIds(): AstroIntegration {
  return {
    name: 'synx-islands-without-ids',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const root = fileURLToPath(dir);
        const pages = (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.html'));
        for (const page of pages) {
          const html = await readFile(join(root, page), 'utf8');
          await writeFile(join(root, page), html.replaceAll(/(<astro-island) uid="\w+"/g, '$1'));
        }
      },
    },
  };
}
