import { type BarPart, barParts } from '#src/lib/charts/bar-parts.ts';
import { Figure } from '../Figure.tsx';
import { useDrawingId, Waves } from './Engraving.tsx';

/** The engravings that tell parts apart without their colours. */
type Ink = 'lines' | 'solid' | 'hatch' | 'dots';

export interface AllocationPart {
  readonly label: string;
  /** As people read it. */
  readonly value: string;
  /** In base units, for the drawing alone. */
  readonly amount: bigint;
  readonly ink: Ink;
}

interface Props {
  readonly parts: readonly AllocationPart[];
  /** Amounts are hidden: their proportions say as much, so the bar is empty. */
  readonly isHidden: boolean;
}

/** Amounts of one kind as one engraved bar, with its legend: the list of all figures, which screen readers read. */
export function AllocationBar({ parts, isHidden }: Props) {
  const id = useDrawingId();
  const drawn = barParts(parts.map(({ amount }) => (isHidden ? 0n : amount)));
  return (
    <div className="stack allocation">
      <svg className="allocation-bar mirrored" width="100%" height="100%" aria-hidden="true">
        <Patterns id={id} />
        {parts.map(({ label, ink }, index) => (
          <Piece key={label} id={id} part={drawn[index]} ink={ink} />
        ))}
      </svg>
      <div className="allocation-legend">
        {parts.map(({ label, value, ink }) => (
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

/** Braided waves as on a banknote, the same cut out of a full surface, strokes across, and dots. */
function Patterns({ id }: { readonly id: string }) {
  const size = { patternUnits: 'userSpaceOnUse' } as const;
  return (
    <defs>
      <Waves id={`${id}-lines`} />
      <pattern id={`${id}-solid`} {...size} width="20" height="6">
        <rect className="ink-full" width="20" height="6" />
        <path className="ink-gap" d="M0 3q5-5 10 0t10 0M0 3q5 5 10 0t10 0" />
      </pattern>
      <pattern id={`${id}-hatch`} {...size} width="5" height="5" patternTransform="rotate(45)">
        <path className="ink-second" d="M1.5 0v5" />
      </pattern>
      <pattern id={`${id}-dots`} {...size} width="6" height="6" patternTransform="rotate(45)">
        <circle className="ink-third" cx="3" cy="3" r="1.2" />
      </pattern>
    </defs>
  );
}
