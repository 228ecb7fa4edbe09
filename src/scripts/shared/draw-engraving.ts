import { ENGRAVING_RADIUS, hashEngraving } from '#src/lib/engraving/hash-engraving.ts';

const SVG = 'http://www.w3.org/2000/svg';

/** The engraving of a transaction's hash as SVG, which a sentence next to it explains. Throws as hashEngraving does. */
export function drawEngraving(hash: string): SVGSVGElement {
  const svg = make('svg', {
    class: 'engraving',
    viewBox: [-1, -1, 2, 2].map((side) => side * ENGRAVING_RADIUS).join(' '),
    'aria-hidden': 'true',
  });
  for (const { path, turns, ink } of hashEngraving(hash)) {
    const ring = make('g', { 'data-ink': ink });
    for (const turn of turns) ring.append(make('path', { d: path, transform: `rotate(${turn})` }));
    svg.append(ring);
  }
  return svg;
}

function make<Tag extends 'svg' | 'g' | 'path'>(tag: Tag, attributes: Readonly<Record<string, string>>) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}
