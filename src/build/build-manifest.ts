import { hash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import packageFile from '../../package.json' with { type: 'json' };
import type { Source } from './site-env.ts';

/** Its path in the built site. */
export const MANIFEST_FILE = '.well-known/synx-manifest.json';
/** Its detached signature: Ed25519 over the manifest, and the public key, in base64url. Empty until signed. */
export const SIGNATURE_FILE = '.well-known/synx-manifest.sig';

/** What a build contains: every file with its SHA-256 in hexadecimal, and the source it was made from. */
export interface BuildManifest {
  readonly build: string;
  readonly version: string;
  /** The value of sourceCommit(), also stated by every page of the build. */
  readonly commit: string | null;
  /** ISO 8601; the time that the build used as the present. */
  readonly time: string;
  readonly files: Readonly<Record<string, string>>;
}

/** Reads the finished files in `root`; `build` is the build's name. */
export async function buildManifest(root: string, build: string, { commit, time }: Source): Promise<BuildManifest> {
  return { build, version: packageFile.version, commit, time: time.toISOString(), files: await hashFiles(root) };
}

/** Every file below `root`, with its SHA-256 in hexadecimal. */
export async function hashFiles(root: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
  for (const name of names.sort()) {
    files[name.split(sep).join('/')] = hash('sha256', await readFile(join(root, name)));
  }
  return files;
}
