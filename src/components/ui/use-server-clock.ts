import { useEffect, useMemo, useState } from 'react';

/** Milliseconds since 1970 by the server's clock, every second; `serverTime` is ISO 8601 from its last answer. */
export function useServerClock(serverTime: string | undefined): number {
  const ahead = useMemo(() => (serverTime === undefined ? 0 : Date.parse(serverTime) - Date.now()), [serverTime]);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now + ahead;
}
