import { parseUrl } from './parse-url.ts';

export interface Channel {
  readonly name: string;
  /** A web address or an e-mail address. */
  readonly address: string;
}

/** The channel that a link, name or e-mail address belongs to; undefined if it is not on the list. */
export function findChannel(asked: string, channels: readonly Channel[]): Channel | undefined {
  const text = plain(asked);
  if (text === '') return undefined;
  const link = linkOf(text);
  return channels.find((channel) => namesOf(channel).includes(text) || link.startsWith(`${plain(channel.address)}/`));
}

/** Host and path of a link as a browser follows it, ending with a slash; empty if it names a user or is not a link. */
function linkOf(text: string): string {
  const url = parseUrl(`https://${text}/`);
  return url?.username === '' ? url.host + url.pathname : '';
}

/** The normalized address, and for a link also its last part as a name with @. */
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
