/** Services whose addresses contain keys and passwords: nodes, the database, mails. */
const ADDRESS = /\b((?:https?|wss?|postgres(?:ql)?|smtps?):\/\/)([^\s"'`<>\\,)\]]+)/gi;

/** A text in which only the hosts of addresses remain: keys may be both before and after a host. */
export function hideAddresses(text: string): string {
  return text.replace(ADDRESS, (whole, scheme: string, rest: string) => {
    const host = (/^[^/?#]*/.exec(rest)?.[0] ?? '').split('@').at(-1) ?? '';
    return host === rest.replace(/\/$/, '') ? whole : `${scheme}${host}/…`;
  });
}
