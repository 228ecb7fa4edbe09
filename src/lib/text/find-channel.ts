export interface Channel {
  readonly name: string;
  /** A web address or an e-mail address. */
  readonly address: string;
}

/** The channel a link, name or e-mail address belongs to, if it is on the list; undefined for everything else. */
export function findChannel(asked: string, channels: readonly Channel[]): Channel | undefined {
  const text = plain(asked);
  if (text === '') return undefined;
  const link = linkOf(asked);
  return channels.find((channel) => namesOf(channel).includes(text) || (link !== null && isBelow(link, channel)));
}

/** Host and path of a link as a browser follows it; null for names, e-mail addresses, and links with a user’s name. */
function linkOf(asked: string): string | null {
  const text = asked.trim();
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return null;
  const { username, password, host, pathname } = new URL(address);
  return username + password === '' ? plain(host + pathname) : null;
}

/** Whether a link leads to a page of the channel: of its host, or below its path. */
function isBelow(link: string, { address }: Channel): boolean {
  const whole = plain(address);
  return !whole.includes('@', 1) || whole.includes('/') ? link === whole || link.startsWith(`${whole}/`) : false;
}

/** An address in normalized form, and for a link its last part as a name with @. */
function namesOf({ address }: Channel): readonly string[] {
  const whole = plain(address);
  const name = whole.split('/').slice(1).pop();
  return name ? [whole, `@${name}`, name] : [whole];
}

function plain(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^mailto:/, '')
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/[?#].*$/, '')
    .replace(/\/+$/, '');
}
