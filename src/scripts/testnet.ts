import { request } from '#src/client/request.ts';
import type { TestnetStatus } from '#src/contract/testnet.ts';
import { fill } from '#src/lib/fill.ts';
import { formatTime } from '#src/lib/format-time.ts';

/** Says below the words of the page what the server answers on the test network, and when it did. */
async function showStatus(place: HTMLElement): Promise<void> {
  const { testnet = 'en', none = '', failed = '' } = place.dataset;
  try {
    const { asOf } = await request<TestnetStatus>('GET', '/api/testnet/status');
    place.textContent = fill(none, { time: formatTime(asOf, testnet) });
  } catch {
    place.textContent = failed;
  }
}

const place = document.querySelector<HTMLElement>('[data-testnet]');
if (place !== null) void showStatus(place);
