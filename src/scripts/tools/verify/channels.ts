import { fill } from '#src/lib/text/fill.ts';
import { findChannel } from '#src/lib/text/find-channel.ts';
import { part } from '#src/scripts/shared/dom.ts';
import { say } from './say.ts';
import type { VerifyData } from './verify-data.ts';

/** Says of a link, name or e-mail address whether it is on the list. */
export function startChannels({ texts, channels }: VerifyData): void {
  const form = part<HTMLFormElement>(document, 'channel');
  const field = form.querySelector('input');
  const output = form.querySelector('output');
  if (field === null || output === null) return;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const found = findChannel(field.value, channels);
    if (found === undefined) say(output, 'danger', texts['verify.channel.foreign']);
    else say(output, 'success', fill(texts['verify.channel.official'], { name: found.name }));
  });
}
