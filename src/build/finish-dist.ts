import { createHash } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { AstroIntegration } from 'astro';
import { buildManifest, MANIFEST_FILE, SIGNATURE_FILE } from './build-manifest.ts';
import { forEach } from './for-each.ts';
import { addIntegrity } from './integrity.ts';
import { drawShareImages } from './share/share-images.ts';
import { describeSite, type SiteEnv, type Source } from './site-env.ts';
import { type Cache, createCache } from './typeset/cached.ts';

const TEXT = /\.(?:html|css|js|json|svg|xml|txt|webmanifest)$/;
/** Files compressed at once. Node has four threads for this, and share images need at least one of them. */
const AT_ONCE = Math.min(3, Math.max(2, availableParallelism() - 1));
/** Brotli's highest quality takes seven times as long as the middle one, and saves an eighth. */
const QUALITY = { published: constants.BROTLI_MAX_QUALITY, rehearsal: 5 } as const;
/** Below this a compressed copy saves no packet. */
const MIN_BYTES = 512;

/**
 * States the integrity of scripts and styles, draws share images, then writes build.json, the list of files with their
 * hashes and source, and .br and .gz copies of text files.
 */
export function finishDist(env: SiteEnv, source: Source): AstroIntegration {
  return {
    name: 'synx-finish-dist',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const root = fileURLToPath(dir);
        const quality = env.rehearsal ? QUALITY.rehearsal : QUALITY.published;
        await addIntegrity(root);
        // The two longest steps of a build: one keeps this thread busy, the other one zlib's threads.
        const [copies] = await Promise.all([compressAll(root, quality), drawShareImages(root)]);
        const build = await nameOf(root);
        await writeFile(join(root, 'build.json'), `${JSON.stringify({ ...describeSite(env), build })}\n`);
        const manifest = JSON.stringify(await buildManifest(root, build, source));
        await mkdir(dirname(join(root, MANIFEST_FILE)), { recursive: true });
        await writeFile(join(root, MANIFEST_FILE), `${manifest}\n`);
        await writeFile(join(root, SIGNATURE_FILE), '');
        for (const write of [...copies, ...(await compressAll(root, quality, ['build.json', MANIFEST_FILE]))])
          await write();
      },
    },
  };
}

/** The build's name: 16 digits over all its files, so that the same content has the same name. */
async function nameOf(root: string): Promise<string> {
  const hash = createHash('sha256');
  for (const entry of (await readdir(root, { recursive: true, withFileTypes: true })).sort(byPath)) {
    if (!entry.isFile() || entry.name === 'build.json') continue;
    const file = join(entry.parentPath, entry.name);
    hash.update(`${relative(root, file)}\0`).update(await readFile(file));
  }
  return hash.digest('hex').slice(0, 16);
}

function byPath(one: Dirent, other: Dirent): number {
  return join(one.parentPath, one.name) < join(other.parentPath, other.name) ? -1 : 1;
}

/** Compresses text files. Returns functions that write the copies, which a build's list of files does not include. */
async function compressAll(
  root: string,
  quality: number,
  names?: readonly string[],
): Promise<readonly (() => Promise<void>)[]> {
  const cache = createCache(process.cwd());
  const copies: (() => Promise<void>)[] = [];
  const texts = names ?? (await readdir(root, { recursive: true })).filter((name) => TEXT.test(name));
  await forEach(texts, AT_ONCE, async (name) => {
    const file = join(root, name);
    const content = await readFile(file);
    if (content.length < MIN_BYTES) return;
    const { br, gz } = await compress(content, quality, cache);
    copies.push(async () => {
      await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
    });
  });
  return copies;
}

async function compress(
  content: Buffer,
  quality: number,
  cache: Cache,
): Promise<{ readonly br: Buffer; readonly gz: Buffer }> {
  const params = {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  // Unchanged pages are not compressed again.
  const br = await cache.get('brotli', [content, String(quality)], () =>
    promisify(brotliCompress)(content, { params }),
  );
  return { br, gz: await promisify(gzip)(content, { level: 9 }) };
}
