import { execFileSync } from 'node:child_process';

/**
 * The files that differ from origin/main, committed or not; without a difference, those of the last commit. Paths are
 * from the repository's root, deleted files included.
 * @throws Error if Git fails
 */
export function changedFiles(root: string): string[] {
  const git = (...args: string[]): string[] =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
      .split('\n')
      .filter(Boolean);
  const hasOrigin = git('for-each-ref', '--format=%(refname)', 'refs/remotes/origin/main').length > 0;
  const [base = 'HEAD'] = hasOrigin ? git('merge-base', 'HEAD', 'origin/main') : [];
  const files = [
    ...git('diff', '--name-only', '--no-renames', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
  return files.length > 0 ? files : git('show', '--name-only', '--no-renames', '--format=', 'HEAD');
}
