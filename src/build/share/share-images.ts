import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { forEach } from '../for-each.ts';
import { createShareImages } from './draw-share-images.ts';
import { readSharedPage } from './shared-page.ts';

/** Pictures in progress at once: one is drawn on this thread while others are compressed on their own threads. */
const AT_ONCE = 4;

/** Draws the share image that each page below `root` names. */
export async function drawShareImages(root: string): Promise<void> {
  const draw = createShareImages(process.cwd());
  const pages = (await readdir(root, { recursive: true })).filter((name) => name.endsWith('.html'));
  await forEach(pages, AT_ONCE, async (name) => {
    const page = readSharedPage(await readFile(join(root, name), 'utf8'));
    if (page === null) return;
    const file = join(root, page.image);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, await draw(page));
  });
}
