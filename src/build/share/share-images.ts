import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { forEach } from '../for-each.ts';
import { createShareImages } from './draw-share-images.ts';
import { readSharedPage } from './shared-page.ts';

/** Pictures in progress at once: one is drawn on this thread while others are compressed on their own threads. */
const AT_ONCE = 4;

/** Draws the share image that each built page names. */
export function shareImages(): AstroIntegration {
  return {
    name: 'synx-share-images',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const root = fileURLToPath(dir);
        const draw = createShareImages(process.cwd());
        const pages = (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.html'));
        await forEach(pages, AT_ONCE, async (name) => {
          const page = readSharedPage(await readFile(join(root, name), 'utf8'));
          if (page === null) return;
          const file = join(root, page.image);
          await mkdir(dirname(file), { recursive: true });
          await writeFile(file, await draw(page));
        });
      },
    },
  };
}
