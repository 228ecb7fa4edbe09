import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linkPackages, makeFolderFor } from '#src/build/verify/link-packages.ts';

const ROOT = join(import.meta.dirname, '../..');
const FILES = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'astro.config.mjs',
  'vitest.config.ts',
  '.gitignore',
  '.env.example',
];
const FOLDERS = ['bootstrap', 'content', 'contracts', 'deploy', 'docs', 'public', 'src', 'tests'];
/** A build's own folders; if shared, two builds would change each other's. */
const OWN = ['.astro', '.vite', '.vite-temp'];

/**
 * Copies the project's files into a new folder, like a fresh clone after its installation: no `.env`, no built site, no
 * data. Returns the folder, with a function that removes it.
 */
export function copyProject(): { readonly folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'synx-copy-'));
  copyFiles(folder);
  const packages = join(folder, 'node_modules');
  mkdirSync(packages);
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (!OWN.includes(name)) symlinkSync(join(ROOT, 'node_modules', name), join(packages, name));
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The same with the packages as files of the copy, as an installation has them: builds have the same bytes. */
export function copyInstalledProject(): { readonly folder: string; remove(): void } {
  const folder = makeFolderFor(ROOT);
  copyFiles(folder);
  linkPackages(ROOT, folder);
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function copyFiles(folder: string): void {
  for (const name of [...FILES, ...FOLDERS]) cpSync(join(ROOT, name), join(folder, name), { recursive: true });
}
