import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * False in the server-rendered markup and in the first render after it, then true: content that differs from the
 * server's waits for it.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
