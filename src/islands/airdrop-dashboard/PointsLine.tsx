import { useStore } from '@nanostores/react';
import { EngravedAreas } from '#src/components/ui/charts/Engraving.tsx';
import { usePage } from '#src/components/ui/page.tsx';
import { areaPath, CURVE_SIZE, type CurvePoint, curvePath, frameOf } from '#src/lib/charts/curve.ts';
import { formatNumber } from '#src/lib/text/format-number.ts';
import { formatDay } from '#src/lib/time/format-day.ts';
import { $pointEntries } from '#src/stores/airdrop.ts';
import type { AirdropProps } from './airdrop-props.ts';

/** The fewest points that make a course, and not a single step. */
const FEWEST = 2;
/** The latest entries that a screen reader hears; the history below lists all. */
const LISTED = 10;

/** How a wallet's points grew, through its latest entries; nothing before there are two. */
export function PointsLine({ total }: { readonly total: number }) {
  const { t, tag } = usePage<AirdropProps>();
  const entries = useStore($pointEntries).data?.entries ?? [];
  const [newest, oldest] = [entries[0], entries.at(-1)];
  if (entries.length < FEWEST || newest === undefined || oldest === undefined) return null;
  const points = courseOf(entries, total);
  const frame = frameOf(points);
  const day = (time: string) => formatDay(time.slice(0, 10), tag, 'short');
  return (
    <figure className="points-line">
      <svg
        className="mirrored"
        role="img"
        aria-label={`${t('airdrop.points.course')}: ${day(oldest.time)} – ${day(newest.time)}, ${formatNumber(String(total), tag)}`}
      >
        <EngravedAreas paths={[areaPath(points, frame, true)]} />
        <svg viewBox={`0 0 ${CURVE_SIZE} ${CURVE_SIZE}`} preserveAspectRatio="none" aria-hidden="true">
          <path d={curvePath(points, frame, true)} />
        </svg>
      </svg>
      <figcaption aria-hidden="true">
        <span>{day(oldest.time)}</span>
        <span>{day(newest.time)}</span>
      </figcaption>
      <ul className="unseen" aria-label={t('airdrop.points.course')}>
        {points.slice(-LISTED).map(({ at, value }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two entries may have one time, and none has a state
          <li key={index}>{`${day(new Date(at).toISOString())}: ${formatNumber(String(value), tag)}`}</li>
        ))}
      </ul>
    </figure>
  );
}

/** The total after each entry, oldest first, reckoned back from the total of now; entries are newest first. */
export function courseOf(
  entries: readonly { readonly time: string; readonly points: number }[],
  total: number,
): readonly CurvePoint[] {
  let after = total;
  const course = entries.map(({ time, points }) => {
    const point = { at: Date.parse(time), value: after };
    after -= points;
    return point;
  });
  return course.reverse();
}
