import { startTransition, useEffect, useState } from 'react';

/** False in the built markup and the first render, then true, in slices: a slow phone answers a touch meanwhile. */
export function useHydrated(): boolean {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => startTransition(() => setHydrated(true)), []);
  return hydrated;
}
