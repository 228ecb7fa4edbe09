import { CHAINS } from '#src/config/chains.ts';
import type { Track } from '#src/contract/track.ts';
import { fill } from '#src/lib/text/fill.ts';
import { formatTime } from '#src/lib/time/format-time.ts';
import { isKnownStatus, isRefunded, reasonKey, statusFacts, statusNameKey } from '#src/purchase/payment-statuses.ts';
import { element, facts, ltr } from '#src/scripts/shared/dom.ts';
import { groupedAddress } from '#src/scripts/shared/grouped-address.ts';
import { paymentFacts } from './payment-facts.ts';
import type { TrackData } from './track-data.ts';

/** The state of a transaction in one word, and its meaning in one sentence. */
export function headline(track: Track, { texts }: TrackData): readonly HTMLElement[] {
  const { status, reason, confirmations, required, final } = track;
  if (track.status === 'refund-due' && isRefunded(track.payments))
    return [element('h2.success', texts['track.returned.title']), element('p', texts['track.returned.text'])];
  const name = texts[statusNameKey(status, final)];
  const count = status === 'confirming' ? ` ${confirmations}/${required}` : '';
  // An unknown transaction always has a reason; the name of a status new to this build is a sentence already.
  const meaning = status === 'unknown' || !isKnownStatus(status) ? '' : texts[`api.status.${status}`];
  const sentence = reason === null ? meaning : texts[reasonKey(reason)];
  return [element('h2', { class: statusFacts(status).tone }, name, count !== '' && ltr(count)), element('p', sentence)];
}

/** Payments, steps and other details of a transaction. */
export function details(track: Track, data: TrackData): readonly HTMLElement[] {
  const { texts } = data;
  const { steps, payments, unlisted, sender, replacedBy, reference, chains, recorded } = track;
  const follow = (hash: string) => element('a.ltr.break', { href: `?hash=${hash}` }, hash);
  return [
    facts([
      [data.network, track.chainId === null ? null : CHAINS[track.chainId].name],
      [texts['track.reference'], reference === null ? null : ltr(reference)],
      [texts['track.replacedBy'], replacedBy === null ? null : follow(replacedBy)],
      [texts['track.sender'], sender === null ? null : groupedAddress(sender)],
      [texts['track.unlisted'], unlisted === 0 ? null : ltr(String(unlisted))],
    ]),
    ...payments.map((payment) => paymentFacts(payment, track.chainId, data)),
    element('h3', texts['track.timeline']),
    element('ol.steps', ...steps.map((step) => stepOf(step, track, data))),
    ...(recorded || chains.length === 0
      ? []
      : [
          element('h3', texts['track.chains']),
          facts(chains.map(({ chainId, answer }) => [CHAINS[chainId].name, texts[`track.answer.${answer}`]])),
        ]),
  ];
}

function stepOf({ key, at, ...step }: Track['steps'][number], track: Track, { texts, tag }: TrackData): HTMLElement {
  const { confirmations, required } = track;
  // A payment refused before its sixth confirmation waits for no more of them.
  const state = key === 'confirmed' && step.state === 'done' && confirmations < required ? 'skipped' : step.state;
  const label = fill(texts[`track.step.${key}`], { confirmations: Math.min(confirmations, required), required });
  return element(
    'li',
    { 'data-state': state, 'aria-current': state === 'current' ? 'step' : null },
    element('span', label),
    element('span.note', at === null ? texts[`track.state.${state}`] : formatTime(at, tag)),
  );
}
