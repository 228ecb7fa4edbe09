import { useId } from 'react';
import { CURVE_SIZE } from '#src/lib/charts/curve.ts';

/** An id that is unique in the page and can stand in `url(#…)`, for what a drawing refers to. */
export function useDrawingId(): string {
  return useId().replace(/\W/g, '');
}

/** Braided waves as on a banknote, to be named by a shape's fill. */
export function Waves({ id }: { readonly id: string }) {
  return (
    <pattern id={id} patternUnits="userSpaceOnUse" width="20" height="6">
      <path className="ink-line" d="M0 3q5-5 10 0t10 0M0 3q5 5 10 0t10 0" />
    </pattern>
  );
}

/** Areas of a drawing that is stretched to its place, filled with waves, which are not: its svg has no viewBox. */
export function EngravedAreas({ paths }: { readonly paths: readonly string[] }) {
  const id = useDrawingId();
  return (
    <>
      <defs>
        <Waves id={`${id}-waves`} />
        <clipPath id={`${id}-areas`} clipPathUnits="objectBoundingBox">
          <path transform={`scale(${1 / CURVE_SIZE})`} d={paths.join('')} />
        </clipPath>
      </defs>
      <rect className="ink-area" width="100%" height="100%" fill={`url(#${id}-waves)`} clipPath={`url(#${id}-areas)`} />
    </>
  );
}
