/** The radius of a gauge's arc; the arc is a half circle around the origin, from the left to the right. */
export const GAUGE_RADIUS = 84;

/** How full a gauge is, 0 to 1; above the whole it is full, and what is above zero never looks like nothing. */
export function gaugeFill(part: bigint, whole: bigint): number {
  if (whole <= 0n || part <= 0n) return 0;
  const fill = Number((part * 10_000n) / whole) / 10_000;
  return Math.min(1, Math.max(0.004, fill));
}

/** A point of the gauge's circle at a fill and a radius. */
export function gaugePoint(fill: number, radius: number): readonly [number, number] {
  const angle = Math.PI * (1 - fill);
  const place = (value: number) => Number(value.toFixed(2)) + 0;
  return [place(radius * Math.cos(angle)), place(-radius * Math.sin(angle))];
}

/** The arc from empty to a fill as an SVG path; no path for an empty one. */
export function gaugeArc(fill: number, radius = GAUGE_RADIUS): string {
  if (fill <= 0) return '';
  const [x, y] = gaugePoint(fill, radius);
  return `M${-radius} 0A${radius} ${radius} 0 0 1 ${x} ${y}`;
}
