import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import { hasStoredSession } from '#src/stores/has-stored-session.ts';
import { $wallet } from '#src/stores/wallet-state.ts';

/** The longest wait for the first content, in milliseconds: an API that does not answer must not hide an island. */
const LONGEST_MS = 4_000;

interface Query {
  readonly data?: unknown;
  readonly error?: unknown;
}

/** Whether each of the queries has its first answer, or has failed. */
export function areAnswered(...queries: readonly Query[]): boolean {
  return queries.every(({ data, error }) => data !== undefined || error !== undefined);
}

/** True for good once a stored session was restored or given up and an island's queries are `answered`. */
export function useSettled(answered: boolean): boolean {
  const { status } = useStore($wallet);
  const [restoring, setRestoring] = useState(() => status !== 'connected' && hasStoredSession());
  const [settled, setSettled] = useState(answered && !restoring);
  const begun = useRef(false);
  useEffect(() => {
    if (status === 'connecting') begun.current = true;
    else if (status === 'connected' || begun.current) setRestoring(false);
  }, [status]);
  useEffect(() => {
    if (answered && !restoring) setSettled(true);
  }, [answered, restoring]);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), LONGEST_MS);
    return () => clearTimeout(timer);
  }, []);
  return settled;
}
