/** Name of the `meta` element in which every page states the commit of its source. */
export const COMMIT_META = 'synx-commit';

/**
 * Whether the page belongs to one of these withdrawn builds. The page states its own commit, so we recognise an old
 * copy in a cache or an open tab.
 */
export function isWithdrawn(commits: readonly string[]): boolean {
  if (commits.length === 0) return false;
  const own = document.querySelector<HTMLMetaElement>(`meta[name="${COMMIT_META}"]`)?.content ?? '';
  // The commit of a build with changed files has a suffix.
  return commits.some((commit) => own.startsWith(commit));
}
