import {
  accessSync,
  constants,
  copyFileSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A build's own folders; if shared, two builds would change each other's. */
const OWN = ['.astro', '.vite', '.vite-temp'];

/** Creates a folder outside of the project `root`, on its file system if possible, where files can be linked. */
export function makeFolderFor(root: string): string {
  const here = statSync(root).dev;
  const places = [tmpdir(), '/tmp', dirname(root)];
  return mkdtempSync(join(places.find((place) => isUsable(place, here)) ?? tmpdir(), 'synx-built-'));
}

function isUsable(place: string, device: number): boolean {
  try {
    accessSync(place, constants.W_OK);
    return statSync(place).dev === device;
  } catch {
    return false;
  }
}

/** Puts installed packages into `folder` as files: with symbolic links a build would have other chunks. */
export function linkPackages(root: string, folder: string): void {
  const packages = join(root, 'node_modules');
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync(packages))
    if (!OWN.includes(name)) place(join(packages, name), join(folder, 'node_modules', name));
}

function place(from: string, to: string): void {
  const stats = statSync(from, { throwIfNoEntry: false });
  if (stats?.isDirectory() !== true) {
    linkOrCopy(from, to);
    return;
  }
  mkdirSync(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) place(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else linkOrCopy(source, target);
  }
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}
