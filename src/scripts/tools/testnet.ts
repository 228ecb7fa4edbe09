import type { TestnetStatus } from '#src/contract/testnet.ts';
import { formatTime } from '#src/lib/time/format-time.ts';

// Without other pages' helpers except for the format of times: those weigh many times as much as this page needs.
const place = document.querySelector<HTMLElement>('[data-testnet]');
if (place !== null) void showStatus(place);

/** Shows below the page's text the server's status of the test network, with its time. */
async function showStatus({ dataset: { testnet, none = '', failed = '' } }: HTMLElement): Promise<void> {
  const say = (text: string) => place?.replaceChildren(text);
  try {
    const { asOf } = (await (await fetch('/api/testnet/status')).json()) as TestnetStatus;
    say(none.replace('{time}', formatTime(asOf, testnet ?? 'en')));
  } catch {
    say(failed);
  }
}
