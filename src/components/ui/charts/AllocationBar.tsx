import { useId } from 'react';
import { allocationParts, type BarPart } from '#src/lib/charts/bar-parts.ts';
import { Figure } from '../Figure.tsx';

/** The engravings that tell parts apart without their colours. */
const INKS = ['lines', 'solid', 'hatch', 'outline'] as const;
export type Ink = (typeof INKS)[number];

interface Part {
  readonly label: string;
  /** As people read it. */
  readonly value: string;
  /** In base units, for the drawing alone. */
  readonly amount: bigint;
  readonly ink: Ink;
}

interface Props {
  readonly parts: readonly Part[];
  /** Drawn behind the parts, and never larger than a quarter of the bar. */
  readonly estimate: Part | null;
  /** Amounts are hidden: their proportions say as much, so the bar is empty. */
  readonly isHidden: boolean;
}

/** Amounts of one kind as one engraved bar, with its legend: the list of all figures, which screen readers read. */
export function AllocationBar({ parts, estimate, isHidden }: Props) {
  const id = useId().replace(/\W/g, '');
  const amounts = isHidden ? parts.map(() => 0n) : parts.map(({ amount }) => amount);
  const drawn = allocationParts(amounts, isHidden ? 0n : (estimate?.amount ?? 0n));
  return (
    <div className="stack allocation">
      <svg className="allocation-bar mirrored" width="100%" height="100%" aria-hidden="true">
        <Patterns id={id} />
        {parts.map(({ label, ink }, index) => (
          <Piece key={label} id={id} part={drawn.held[index]} ink={ink} />
        ))}
        {estimate !== null && <Piece id={id} part={drawn.estimate} ink={estimate.ink} />}
        {drawn.isCut && <Cut at={drawn.estimate.start + drawn.estimate.width / 2} />}
      </svg>
      <div className="allocation-legend">
        {[...parts, ...(estimate === null ? [] : [estimate])].map(({ label, value, ink }) => (
          <div key={label}>
            <svg width="18" height="18" aria-hidden="true">
              <Piece id={id} part={{ start: 0, width: 100 }} ink={ink} />
            </svg>
            <Figure label={label} value={value} />
          </div>
        ))}
      </div>
    </div>
  );
}

interface PieceProps {
  readonly id: string;
  readonly part: BarPart | undefined;
  readonly ink: Ink;
}

function Piece({ id, part, ink }: PieceProps) {
  if (part === undefined || part.width === 0) return null;
  return (
    <rect
      className={`ink-edge ink-${ink}`}
      x={`${part.start}%`}
      width={`${part.width}%`}
      height="100%"
      fill={`url(#${id}-${ink})`}
    />
  );
}

/** Two waves across a part that is larger than it is drawn. */
function Cut({ at }: { readonly at: number }) {
  return (
    <svg x={`${at}%`} overflow="visible" className="ink-cut" aria-hidden="true">
      <path d="M-4-2q6 6 0 12t0 12t0 12t0 12M4-2q6 6 0 12t0 12t0 12t0 12" />
    </svg>
  );
}

/** Braided waves as on a banknote, the same cut out of a full surface, strokes across, and points. */
function Patterns({ id }: { readonly id: string }) {
  const size = { patternUnits: 'userSpaceOnUse' } as const;
  return (
    <defs>
      <pattern id={`${id}-lines`} {...size} width="20" height="6">
        <path className="ink-line" d="M0 3q5-5 10 0t10 0M0 3q5 5 10 0t10 0" />
      </pattern>
      <pattern id={`${id}-solid`} {...size} width="20" height="6">
        <rect className="ink-full" width="20" height="6" />
        <path className="ink-gap" d="M0 3q5-5 10 0t10 0M0 3q5 5 10 0t10 0" />
      </pattern>
      <pattern id={`${id}-hatch`} {...size} width="5" height="5" patternTransform="rotate(45)">
        <path className="ink-second" d="M1.5 0v5" />
      </pattern>
      <pattern id={`${id}-outline`} {...size} width="7" height="7">
        <circle className="ink-point" cx="3.5" cy="3.5" r="0.9" />
      </pattern>
    </defs>
  );
}
