import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { hashFiles, MANIFEST_FILE, SIGNATURE_FILE } from '#src/build/build-manifest.ts';
import { forgetSettings } from './forget-settings.ts';
import { linkPackages, makeFolderFor } from './link-packages.ts';
import type { PublishedBuild } from './published-build.ts';

/** A reason in words why a commit cannot be built here. */
export class RebuildError extends Error {
  override readonly name = 'RebuildError';
}

/**
 * Builds a commit of the repository `root` in a new folder, with the settings that a site publishes and with the
 * installed packages; returns its files with their hashes. Throws RebuildError if the commit is not there, or needs
 * other packages.
 */
export async function rebuild(
  root: string,
  commit: string,
  { rehearsal, settings, presaleAddress, commit: stated, time }: PublishedBuild,
): Promise<Record<string, string>> {
  const hash = commitIn(root, commit);
  if (packagesAt(root, hash) !== packagesAt(root, 'HEAD'))
    throw new RebuildError(
      `Commit ${commit} needs other packages than those installed. Check it out, run npm ci and npm run build there, ` +
        'and compare with --dist.',
    );
  const folder = makeFolderFor(root);
  try {
    git(folder, ['clone', '--quiet', '--no-checkout', root, '.']);
    git(folder, ['checkout', '--quiet', '--detach', hash]);
    linkPackages(root, folder);
    execFileSync(process.execPath, ['src/dev/build.ts', '--force', ...(rehearsal ? ['--rehearsal'] : [])], {
      cwd: folder,
      env: {
        ...forgetSettings(process.env),
        ...settings,
        ...(rehearsal ? {} : { PRESALE_ADDRESS: presaleAddress }),
        // A source without its repository has them from outside.
        ...(stated === hash && time !== undefined
          ? { SOURCE_COMMIT: hash, SOURCE_DATE_EPOCH: String(Date.parse(time) / 1000) }
          : {}),
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    return await builtFiles(join(folder, 'dist'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The files of a built site with their hashes, without those that only repeat others. */
export async function builtFiles(dist: string): Promise<Record<string, string>> {
  const files = Object.entries(await hashFiles(dist));
  return Object.fromEntries(
    files.filter(([file]) => !/\.(?:br|gz)$/.test(file) && file !== MANIFEST_FILE && file !== SIGNATURE_FILE),
  );
}

function commitIn(root: string, commit: string): string {
  if (commit.endsWith('-dirty'))
    throw new RebuildError(`The site was built from changed files (${commit}): no commit has them.`);
  try {
    return git(root, ['rev-parse', '--verify', '--quiet', `${commit}^{commit}`]).trim();
  } catch {
    throw new RebuildError(
      `This repository has no commit ${commit}. Fetch it, or compare with a built folder: --dist.`,
    );
  }
}

function packagesAt(root: string, commit: string): string {
  return git(root, ['show', `${commit}:package-lock.json`]);
}

function git(cwd: string, args: readonly string[]): string {
  return execFileSync('git', args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    maxBuffer: 64 * 1024 * 1024,
  });
}
