/** Addresses of nodes, databases and mail servers contain keys and passwords; those of stack traces do not. */
const ADDRESS = /\b((?!file:)[a-z][a-z\d+]{1,19}:\/\/)([^\s"'`<>\\,)\]]+)/gi;

/** Removes all but the host from addresses in a text: keys may come before and after a host. */
export function hideAddresses(text: string): string {
  return text.replace(ADDRESS, (whole, scheme: string, rest: string) => {
    const host = (/^[^/?#]*/.exec(rest)?.[0] ?? '').split('@').at(-1) ?? '';
    return host === rest.replace(/\/$/, '') ? whole : `${scheme}${host}/…`;
  });
}
