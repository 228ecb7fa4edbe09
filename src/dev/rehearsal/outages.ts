import { ALL_OUTAGES, OUTAGE_SECONDS, type Outage, type RehearsalState } from './rehearsal-state.ts';

/** Times the server's faults on demand: `turn` starts and ends each, at the latest after OUTAGE_SECONDS. */
export function trackOutages(turn: Readonly<Record<Outage, (isDown: boolean) => void>>) {
  const until = new Map<Outage, { readonly at: number; readonly timer: NodeJS.Timeout }>();
  const set = (what: Outage, on: boolean) => {
    clearTimeout(until.get(what)?.timer);
    until.delete(what);
    turn[what](on);
    if (!on) return;
    const timer = setTimeout(() => set(what, false), OUTAGE_SECONDS * 1_000).unref();
    until.set(what, { at: Date.now() + OUTAGE_SECONDS * 1_000, timer });
  };
  const left = (what: Outage) => Math.max(0, Math.ceil(((until.get(what)?.at ?? 0) - Date.now()) / 1_000));
  return {
    set,
    state: () => Object.fromEntries(ALL_OUTAGES.map((what) => [what, left(what)])) as RehearsalState,
    end: () => {
      for (const what of [...until.keys()]) set(what, false);
    },
  };
}
