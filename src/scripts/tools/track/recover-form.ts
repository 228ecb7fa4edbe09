import { request } from '#src/client/request.ts';
import type { RecoverRequest } from '#src/contract/presale.ts';
import type { Track } from '#src/contract/track.ts';
import type { TrackData } from './track-data.ts';

/** The form "I paid and see nothing": appears for a transaction that may be reported, and reports it. */
export function startRecoverForm(box: HTMLDetailsElement, { texts }: TrackData, reported: () => void) {
  const form = box.querySelector('form');
  const field = box.querySelector('input');
  const button = box.querySelector('button');
  const outcome = box.querySelector('output');
  if (form === null || field === null || button === null || outcome === null) throw new Error('the form is incomplete');
  let shown: Track | null = null;

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (shown === null || button.disabled) return;
    const { transactionHash, chainId } = shown;
    const body: RecoverRequest = { walletAddress: field.value.trim(), transactionHash, chainId };
    button.disabled = true;
    outcome.textContent = '';
    try {
      await request('POST', '/api/presale/recover', body);
      outcome.className = 'success';
      outcome.textContent = texts['track.recover.sent'];
      reported();
    } catch {
      outcome.className = 'danger';
      outcome.textContent = texts['track.recover.failed'];
    } finally {
      button.disabled = false;
    }
  });

  return (track: Track | null) => {
    const isOther = track?.transactionHash !== shown?.transactionHash;
    shown = track;
    const sent = outcome.className === 'success' && !isOther;
    box.hidden = track === null || !(track.recoverable || sent);
    if (track === null || !isOther) return;
    outcome.textContent = '';
    outcome.className = '';
    field.value = track.sender ?? track.payments[0]?.payer ?? '';
    box.open = !track.recorded;
  };
}
