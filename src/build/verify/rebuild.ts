import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { hashFiles, MANIFEST_FILE, SIGNATURE_FILE } from '../build-manifest.ts';
import { buildEnvironment } from './build-environment.ts';
import { linkPackages, makeFolderFor } from './link-packages.ts';
import type { PublishedBuild } from './published-build.ts';

/** Says why a commit cannot be built here. */
export class RebuildError extends Error {
  override readonly name = 'RebuildError';
}

/**
 * Builds a commit (`named`, otherwise the site's) with a site's settings in a new folder; returns its files. Throws
 * RebuildError if it is not there, needs other packages, or must not be run.
 */
export async function rebuild(
  root: string,
  named: string | undefined,
  { rehearsal, settings, commit: stated, time }: PublishedBuild,
): Promise<Record<string, string>> {
  const hash = named === undefined ? statedCommit(root, stated) : commitIn(root, named);
  if (packagesAt(root, hash) !== packagesAt(root, 'HEAD'))
    throw new RebuildError(
      `Commit ${hash} needs other packages than those installed. Check it out, run npm ci and npm run build there, ` +
        'and compare with --dist.',
    );
  const folder = makeFolderFor(root);
  try {
    git(folder, ['clone', '--quiet', '--no-checkout', root, '.']);
    git(folder, ['checkout', '--quiet', '--detach', hash]);
    linkPackages(root, folder);
    // A source without its repository gets them from outside.
    const source: Record<string, string> =
      stated === hash && time !== undefined
        ? { SOURCE_COMMIT: hash, SOURCE_DATE_EPOCH: String(Date.parse(time) / 1000) }
        : {};
    execFileSync(process.execPath, [buildCommandAt(root, hash), '--force', ...(rehearsal ? ['--rehearsal'] : [])], {
      cwd: folder,
      env: buildEnvironment(process.env, { ...settings, ...source }),
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return await builtFiles(join(folder, 'dist'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A built site's files with their hashes, without those that only repeat others. */
export async function builtFiles(dist: string): Promise<Record<string, string>> {
  const files = Object.entries(await hashFiles(dist));
  return Object.fromEntries(
    files.filter(([file]) => !/\.(?:br|gz)$/.test(file) && file !== MANIFEST_FILE && file !== SIGNATURE_FILE),
  );
}

/** Building runs the commit's code, so a site may only choose from what the checked-out source came from. */
function statedCommit(root: string, stated: string | null): string {
  if (stated === null) throw new RebuildError('The site does not state its commit: name it with --commit.');
  const [name = ''] = stated.split('-dirty', 1);
  if (!/^[0-9a-f]{7,64}$/.test(name))
    throw new RebuildError(`The site states no commit but "${stated}": name one with --commit.`);
  const hash = commitIn(root, stated);
  try {
    git(root, ['merge-base', '--is-ancestor', hash, 'HEAD']);
    return hash;
  } catch {
    throw new RebuildError(
      `Commit ${stated} is not in the history of the checked-out one. Building it runs its code: if you trust it, ` +
        'name it with --commit.',
    );
  }
}

/** The full hash of a commit, the only form in which it reaches other git commands. */
function commitIn(root: string, commit: string): string {
  if (commit.endsWith('-dirty'))
    throw new RebuildError(`The site was built from changed files (${commit}): no commit has them.`);
  try {
    return git(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{commit}`]).trim();
  } catch {
    throw new RebuildError(
      `This repository has no commit ${commit}. Fetch it, or compare with a built folder: --dist.`,
    );
  }
}

function packagesAt(root: string, commit: string): string {
  return git(root, ['show', `${commit}:package-lock.json`]);
}

/** The file that `npm run build` runs there: it has not always been in this folder. */
function buildCommandAt(root: string, commit: string): string {
  const { scripts } = JSON.parse(git(root, ['show', `${commit}:package.json`])) as { scripts: { build: string } };
  return scripts.build.split(' ').at(-1) ?? '';
}

function git(cwd: string, args: readonly string[]): string {
  return execFileSync('git', args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 64 * 1024 * 1024,
  });
}
