import { hash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gatherSources } from './gather-sources.ts';
import { type CompiledContracts, runSolc, SOLC_SETTINGS } from './run-solc.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const CACHE = join(ROOT, 'node_modules/.cache/synx');

/** ABI and code of every contract of a folder, cached by content, settings and compiler; throws solc's report. */
export async function compileContracts(directory: string): Promise<CompiledContracts> {
  const sources = await gatherSources(ROOT, relative(ROOT, directory).split(sep).join('/'));
  const { version } = createRequire(import.meta.url)('solc/package.json') as { version: string };
  const key = hash('sha256', JSON.stringify([version, SOLC_SETTINGS, ...sources]));
  const file = join(CACHE, `contracts-${key}.json`);
  const cached = await readFile(file, 'utf8').catch(() => undefined);
  if (cached !== undefined) return JSON.parse(cached) as CompiledContracts;
  const compiled = runSolc(sources);
  // Written to a temporary file and renamed, so that a second process never reads half a file.
  await mkdir(CACHE, { recursive: true });
  const unfinished = `${file}.${randomUUID()}`;
  await writeFile(unfinished, JSON.stringify(compiled));
  await rename(unfinished, file);
  return compiled;
}
