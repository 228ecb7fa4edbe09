import { persistentAtom } from '@nanostores/persistent';
import { ACTIVITY_POLL_MS } from '#src/config/limits.ts';
import { ACTIVITY_MUTED } from '#src/config/storage-keys.ts';
import type { PresaleActivity } from '#src/contract/presale.ts';
import { createPolledQuery } from './queries.ts';

/** The latest credited purchases, read again while the feed is on screen and the page is visible (decision 31). */
export const $activity = createPolledQuery<PresaleActivity>(['/api/presale/activity'], ACTIVITY_POLL_MS);

/** True if the visitor has muted the feed; kept for later visits. */
export const $activityMuted = persistentAtom<boolean>(ACTIVITY_MUTED, false, {
  encode: String,
  decode: (text) => text === 'true',
});
