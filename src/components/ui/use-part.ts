import { useEffect, useRef, useState } from 'react';

/** Loads a part as soon as it is rendered; null until it has loaded. `onFail` is called when it cannot be loaded. */
export function usePart<T>(load: () => Promise<T>, onFail: () => void): T | null {
  const [part, setPart] = useState<T | null>(null);
  const fail = useRef(onFail);
  fail.current = onFail;
  useEffect(() => {
    let current = true;
    load().then(
      (loaded) => current && setPart(() => loaded),
      (error: unknown) => {
        console.warn(error);
        if (current) fail.current();
      },
    );
    return () => {
      current = false;
    };
  }, [load]);
  return part;
}
