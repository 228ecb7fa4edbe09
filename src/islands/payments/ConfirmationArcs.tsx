import { REQUIRED_CONFIRMATIONS } from '#src/config/sale.ts';

/** Of each arc, in degrees: the gaps stay visible between closed neighbours. */
const GAP = 10;
const RADIUS = 20;
const SHARE = 360 / REQUIRED_CONFIRMATIONS;
/** Where each arc begins, in degrees: the first at the top. */
const STARTS = Array.from({ length: REQUIRED_CONFIRMATIONS }, (_, index) => index * SHARE - 90 + GAP / 2);

interface Props {
  readonly confirmations: number;
}

/** A coin, and around it one arc for each confirmation; the text next to it says the same. */
export function ConfirmationArcs({ confirmations }: Props) {
  return (
    <svg className="arcs" viewBox="-24 -24 48 48" width="48" height="48" aria-hidden="true">
      {STARTS.map((start, index) => (
        <g key={start} transform={`rotate(${start})`}>
          <path d={arc(SHARE - GAP)} />
          <path
            className="arc"
            d={arc(SHARE - GAP)}
            pathLength={1}
            data-closed={index < confirmations ? '' : undefined}
          />
        </g>
      ))}
      <circle r="14" />
      <circle r="11" strokeDasharray="1 1.3" />
    </svg>
  );
}

/** An arc of so many degrees, from the right, clockwise. */
function arc(degrees: number): string {
  const angle = (degrees * Math.PI) / 180;
  const end = [Math.cos(angle), Math.sin(angle)].map((side) => (side * RADIUS).toFixed(2));
  return `M${RADIUS} 0A${RADIUS} ${RADIUS} 0 0 1 ${end.join(' ')}`;
}
