export interface Channel {
  readonly name: string;
  /** A web address or an e-mail address. */
  readonly address: string;
}

/** The channel a link, name or e-mail address belongs to, if it is on the list; undefined for everything else. */
export function findChannel(asked: string, channels: readonly Channel[]): Channel | undefined {
  const text = plain(asked);
  return text === '' ? undefined : channels.find((channel) => namesOf(channel).includes(text));
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
