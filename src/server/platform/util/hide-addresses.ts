/**
 * Addresses of any service, since those of nodes, databases and mail servers contain keys and passwords; not the files
 * of a stack trace.
 */
const ADDRESS = /\b((?!file:)[a-z][a-z\d+]{1,19}:\/\/)([^\s"'`<>\\,)\]]+)/gi;

/** Removes all but the host from addresses in a text: keys may come before and after a host. */
export function hideAddresses(text: string): string {
  return text.replace(ADDRESS, (whole, scheme: string, rest: string) => {
    const host = (/^[^/?#]*/.exec(rest)?.[0] ?? '').split('@').at(-1) ?? '';
    return host === rest.replace(/\/$/, '') ? whole : `${scheme}${host}/…`;
  });
}
