interface Count {
  readonly total: number;
  readonly covered: number;
}

/** The counts of each file in Vitest's report `json-summary`, by its absolute path, and their sum as `total`. */
export type Summary = Readonly<Record<string, { readonly lines: Count; readonly branches: Count }>>;

/** The least percentage of each area. */
export type Floors = Readonly<Record<string, { readonly lines: number; readonly branches: number }>>;

export interface AreaFigures {
  /** A folder of src/, or of src/server/. */
  readonly area: string;
  /** Percent of the lines and branches that ran. */
  readonly lines: number;
  readonly branches: number;
}

/** The figures of each area in the order of the names. */
export function areaFigures(summary: Summary, pathOf: (file: string) => string): readonly AreaFigures[] {
  const areas = new Map<string, { lines: Count[]; branches: Count[] }>();
  for (const [file, { lines, branches }] of Object.entries(summary)) {
    if (file === 'total') continue;
    const area = areaOf(pathOf(file));
    const counts = areas.get(area) ?? { lines: [], branches: [] };
    counts.lines.push(lines);
    counts.branches.push(branches);
    areas.set(area, counts);
  }
  return [...areas]
    .map(([area, { lines, branches }]) => ({ area, lines: percent(lines), branches: percent(branches) }))
    .sort((one, other) => (one.area < other.area ? -1 : 1));
}

/** A sentence for each figure below its floor. */
export function belowFloor(figures: readonly AreaFigures[], floors: Floors): string[] {
  return figures.flatMap(({ area, lines, branches }) => {
    const least = floors[area];
    if (least === undefined || (lines >= least.lines && branches >= least.branches)) return [];
    return [
      `${area}: ${lines.toFixed(1)} % of the lines and ${branches.toFixed(1)} % of the branches run, formerly ` +
        `${least.lines} % and ${least.branches} %.`,
    ];
  });
}

/** The floors at the figures, rounded down; none is lower than before. */
export function raised(figures: readonly AreaFigures[], floors: Floors): Floors {
  return Object.fromEntries(
    figures.map(({ area, lines, branches }) => [
      area,
      {
        lines: Math.max(Math.floor(lines), floors[area]?.lines ?? 0),
        branches: Math.max(Math.floor(branches), floors[area]?.branches ?? 0),
      },
    ]),
  );
}

/** The folder of src/, with the next one in the server's. */
function areaOf(path: string): string {
  const [, first = '', second = '', ...rest] = path.split('/');
  if (second === '') return '.';
  return first === 'server' && rest.length > 0 ? `${first}/${second}` : first;
}

function percent(counts: readonly Count[]): number {
  const total = counts.reduce((sum, count) => sum + count.total, 0);
  return total === 0 ? 100 : (100 * counts.reduce((sum, count) => sum + count.covered, 0)) / total;
}
