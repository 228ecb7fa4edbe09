import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import packageFile from '../../package.json' with { type: 'json' };

/** Its path in the built site. */
export const MANIFEST_FILE = '.well-known/synx-manifest.json';

/** The contents of a build: every file with its SHA-256 in hexadecimal, and the source it was made from. */
export interface BuildManifest {
  readonly build: string;
  readonly version: string;
  /** The value of sourceCommit(), also stated by every page of the build. */
  readonly commit: string | null;
  readonly files: Readonly<Record<string, string>>;
}

/** Reads the finished files in `root`; `build` is the build's name, `commit` the commit of its source. */
export async function buildManifest(root: string, build: string, commit: string | null): Promise<BuildManifest> {
  const files: Record<string, string> = {};
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
  for (const name of names.sort()) {
    const hash = createHash('sha256').update(await readFile(join(root, name)));
    files[name.split(sep).join('/')] = hash.digest('hex');
  }
  return { build, version: packageFile.version, commit, files };
}
