import dns from 'node:dns';
import { within } from '#src/lib/time/with-deadline.ts';
import { keepNewest } from './caches.ts';

/** After this long the last answer counts, in milliseconds. */
const LATE_MS = 500;
const REMEMBERED = 1_000;

type Found = readonly [error: NodeJS.ErrnoException | null, ...answer: unknown[]];
type Told = (...found: Found) => void;
export type Lookup = (name: string, options: object | Told, told?: Told) => void;

/**
 * A `dns.lookup` that asks for a name once at a time, and takes its last answer if the next one is late, or if there is
 * none at the moment. Two threads ask for all names of a process, so one whose name server is silent would keep all
 * others from being found (S22).
 */
export function rememberNames(lookup: Lookup): Lookup {
  const known = new Map<string, Found>();
  const asked = new Map<string, Promise<Found>>();
  const ask = (key: string, name: string, options: object) => {
    const answer = new Promise<Found>((resolve) => lookup(name, options, (...found) => resolve(found)));
    asked.set(key, answer);
    void answer.then((found) => {
      asked.delete(key);
      if (found[0] === null) keepNewest(known, key, found, REMEMBERED);
    });
    return answer;
  };
  return (name, options, told) => {
    if (typeof options === 'function') return void lookup(name, options);
    const key = JSON.stringify([name, options]);
    const answer = asked.get(key) ?? ask(key, name, options);
    const before = known.get(key);
    const orBefore = (last: Found) =>
      within(answer, LATE_MS).then((fresh) => (fresh === null || fresh[0]?.code === 'EAI_AGAIN' ? last : fresh));
    const found = before === undefined ? answer : orBefore(before);
    void found.then((one) => told !== undefined && setImmediate(told, ...one));
  };
}

/** Has everything in this process find names in that way. */
export function rememberAllNames(): void {
  Object.assign(dns, { lookup: rememberNames(dns.lookup as unknown as Lookup) });
}
