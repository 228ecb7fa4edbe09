import { startTransition, useEffect, useState } from 'react';

/**
 * False in the server-rendered markup and in the first render after it, then true: content that differs from the
 * server's waits for it. It comes in a transition, which React renders in slices of a few milliseconds, so that a slow
 * phone answers a touch meanwhile.
 */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => startTransition(() => setHydrated(true)), []);
  return hydrated;
}
