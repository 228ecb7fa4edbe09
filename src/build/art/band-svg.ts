/** Steps of a wave from one crest to the next. */
const STEPS = 8;

interface Band {
  /** In the drawing's own units. */
  readonly width: number;
  readonly height: number;
  readonly crests: number;
  /** Interleaved waves. */
  readonly lines: number;
  readonly colour: string;
  readonly stroke: number;
}

/** A guilloché band like the edge of a banknote: waves of one shape, each shifted a little further. */
export function bandSvg({ width, height, crests, lines, colour, stroke }: Band): string {
  const step = width / (crests * STEPS);
  const write = (number: number) => String(Number(number.toFixed(2)));
  const waves = Array.from({ length: lines }, (_, index) => {
    const points = Array.from({ length: crests * STEPS + 1 }, (_, at) => {
      const angle = 2 * Math.PI * (at / STEPS + index / lines);
      return `${write(at * step)} ${write((height / 2) * (1 + (1 - stroke / height) * Math.sin(angle)))}`;
    });
    return `<path d="M${points.join('L')}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><g fill="none" stroke="${colour}" stroke-width="${stroke}" stroke-linejoin="round">${waves.join('')}</g></svg>`;
}
