/** Name of the `meta` element in which every page states the commit of its source. */
export const COMMIT_META = 'synx-commit';

/**
 * Whether the build that this page is of is one of those that were withdrawn, given by their commits. What a page
 * states is its own: an old copy of it, in a cache or an open tab, still says what it is.
 */
export function isWithdrawn(commits: readonly string[]): boolean {
  if (commits.length === 0) return false;
  const own = document.querySelector<HTMLMetaElement>(`meta[name="${COMMIT_META}"]`)?.content ?? '';
  // A build of changed files has the commit with a suffix.
  return commits.some((commit) => own.startsWith(commit));
}
