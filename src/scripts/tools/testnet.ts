import type { TestnetStatus } from '#src/contract/testnet.ts';

// Without a helper of other pages: what they share weighs many times what this page needs.
const place = document.querySelector<HTMLElement>('[data-testnet]');
if (place !== null) void showStatus(place);

/** Says below the words of the page what the server answers on the test network, and when it did. */
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
