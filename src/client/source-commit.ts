/** Name of the `meta` element in which every page states the commit of its source. */
export const COMMIT_META = 'synx-commit';

/** Whether the page belongs to a withdrawn build, by the commit that it states: it may be an old copy or tab. */
export function isWithdrawn(commits: readonly string[]): boolean {
  if (commits.length === 0) return false;
  const own = document.querySelector<HTMLMetaElement>(`meta[name="${COMMIT_META}"]`)?.content ?? '';
  // The commit of a build with changed files has a suffix.
  return commits.some((commit) => own.startsWith(commit));
}
