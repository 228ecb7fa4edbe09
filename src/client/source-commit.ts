/** Name of the `meta` element in which every page states the commit of its source. */
export const COMMIT_META = 'synx-commit';

/**
 * Whether the page belongs to a withdrawn build, given by commits. The page states its own commit, so an old copy of
 * it, in a cache or an open tab, is still recognised.
 */
export function isWithdrawn(commits: readonly string[]): boolean {
  if (commits.length === 0) return false;
  const own = document.querySelector<HTMLMetaElement>(`meta[name="${COMMIT_META}"]`)?.content ?? '';
  // A build of changed files has the commit with a suffix.
  return commits.some((commit) => own.startsWith(commit));
}
