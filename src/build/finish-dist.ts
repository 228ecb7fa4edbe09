import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { AstroIntegration } from 'astro';
import type { SiteEnv } from './site-env.ts';

const TEXT = /\.(?:html|css|js|json|svg|xml|txt|webmanifest)$/;
/** Below this a compressed copy saves no packet. */
const LEAST_BYTES = 512;

/** Writes build.json, what this build was made for, and .br and .gz copies of every text file beside it. */
export function finishDist({ rehearsal, presaleAddress }: SiteEnv): AstroIntegration {
  return {
    name: 'synx-finish-dist',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const root = fileURLToPath(dir);
        await writeFile(join(root, 'build.json'), `${JSON.stringify({ rehearsal, presaleAddress })}\n`);
        for (const name of await readdir(root, { recursive: true }))
          if (TEXT.test(name)) await compress(join(root, name));
      },
    },
  };
}

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  if (content.length < LEAST_BYTES) return;
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, { params }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
