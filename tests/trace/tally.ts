import type { Requirement } from './requirements.ts';

/** How many requirements the tests name: in all, and per area. */
export interface Tally {
  total: number;
  areas: Record<string, number>;
}

/** Counts the named requirements, without notes; every area is listed, also with 0. */
export function tally(requirements: readonly Requirement[], named: ReadonlySet<string>): Tally {
  const areas: Record<string, number> = {};
  let total = 0;
  for (const { id, area, kind } of requirements) {
    if (kind === 'note') continue;
    const have = named.has(id) ? 1 : 0;
    areas[area] = (areas[area] ?? 0) + have;
    total += have;
  }
  return {
    total,
    areas: Object.fromEntries(Object.entries(areas).sort(([a], [b]) => a.localeCompare(b, 'en'))),
  };
}

/** One sentence for each figure below the recorded one. */
export function losses(now: Tally, recorded: Tally): string[] {
  const fewer = (what: string, have: number, had: number): string[] =>
    have < had ? [`${what}: tests name ${have} requirements, formerly ${had}.`] : [];
  return [
    ...Object.entries(recorded.areas).flatMap(([area, had]) => fewer(area, now.areas[area] ?? 0, had)),
    ...fewer('total', now.total, recorded.total),
  ];
}
