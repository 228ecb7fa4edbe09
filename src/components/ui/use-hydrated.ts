import { startTransition, useEffect, useState } from 'react';

/**
 * False in the server-rendered markup and in the first render, then true: content that differs from the server's waits
 * for it. The change is a transition, which React renders in slices of a few milliseconds, so that a slow phone still
 * answers a touch.
 */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => startTransition(() => setHydrated(true)), []);
  return hydrated;
}
