import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False in the server-rendered markup and in the first render after it, then true: what differs waits for it. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
