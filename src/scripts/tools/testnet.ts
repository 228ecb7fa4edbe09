import type { TestnetStatus } from '#src/contract/testnet.ts';

// Without other pages' helpers: those weigh many times as much as this page needs.
const place = document.querySelector<HTMLElement>('[data-testnet]');
if (place !== null) void showStatus(place);

/** Shows below the page's text the server's status of the test network, with its time. */
async function showStatus({ dataset: { testnet, none = '', failed = '' } }: HTMLElement): Promise<void> {
  const say = (text: string) => place?.replaceChildren(text);
  try {
    const { asOf } = (await (await fetch('/api/testnet/status')).json()) as TestnetStatus;
    const time = new Intl.DateTimeFormat(testnet, { dateStyle: 'medium', timeStyle: 'medium' });
    say(none.replace('{time}', time.format(new Date(asOf))));
  } catch {
    say(failed);
  }
}
