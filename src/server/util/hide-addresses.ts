/** Services whose addresses carry keys and passwords: nodes, the database, mails. */
const ADDRESS = /\b((?:https?|wss?|postgres(?:ql)?|smtps?):\/\/)([^\s"'`<>\\,)\]]+)/gi;

/** A text without what follows the host of an address, nor what comes before it: keys are in both. */
export function hideAddresses(text: string): string {
  return text.replace(ADDRESS, (whole, scheme: string, rest: string) => {
    const host = (/^[^/?#]*/.exec(rest)?.[0] ?? '').split('@').at(-1) ?? '';
    return host === rest.replace(/\/$/, '') ? whole : `${scheme}${host}/…`;
  });
}
