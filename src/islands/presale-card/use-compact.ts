import { useSyncExternalStore } from 'react';
import { MOBILE_BREAKPOINT_PX } from '#src/config/limits.ts';

/** Touch devices, also laptops, and narrow windows get the compact form (decision 25). */
const QUERY = `(max-width: ${MOBILE_BREAKPOINT_PX - 1}px), (any-pointer: coarse)`;

function subscribe(onChange: () => void): () => void {
  const list = matchMedia(QUERY);
  list.addEventListener('change', onChange);
  return () => list.removeEventListener('change', onChange);
}

/** True where the card shows one token-selector button in place of two selects. */
export function useCompact(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(QUERY).matches);
}
