import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILD_SETTINGS } from './site-env.ts';
import { sourceTime } from './source-time.ts';

const INPUTS = ['astro.config.mjs', 'package-lock.json', 'tsconfig.json', 'content', 'public', 'src'];
/** Parts of src that no page uses. */
const OTHER = /^src\/(?:server|build\/(?:contracts|sign|verify)|dev\/(?!rehearsal))/;

/** A hash over all inputs of the site; if it is the same, there is nothing to build. */
export function inputHash(root: string, env: Readonly<Record<string, string | undefined>>): string {
  const hash = createHash('sha256');
  const files = INPUTS.flatMap((input) => filesOf(root, input)).sort();
  for (const file of files) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  }
  for (const name of ['NODE_ENV', ...BUILD_SETTINGS]) hash.update(`${name}=${env[name] ?? ''}\0`);
  // A press release may have waited for this day.
  if (files.some((file) => file.startsWith('content/press/'))) hash.update(sourceTime().toISOString().slice(0, 10));
  return hash.digest('hex');
}

function filesOf(root: string, input: string): string[] {
  if (/\.\w+$/.test(input)) return [input];
  return readdirSync(join(root, input), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length).replaceAll('\\', '/').replace(/^\//, ''))
    .filter((file) => !OTHER.test(file));
}
