/** Of any service: nodes, the database and mails have keys and passwords in them. Not the files of a stack trace. */
const ADDRESS = /\b((?!file:)[a-z][a-z\d+]{1,19}:\/\/)([^\s"'`<>\\,)\]]+)/gi;

/** A text in which only the hosts of addresses remain: keys may be both before and after a host. */
export function hideAddresses(text: string): string {
  return text.replace(ADDRESS, (whole, scheme: string, rest: string) => {
    const host = (/^[^/?#]*/.exec(rest)?.[0] ?? '').split('@').at(-1) ?? '';
    return host === rest.replace(/\/$/, '') ? whole : `${scheme}${host}/…`;
  });
}
