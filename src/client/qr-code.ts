import { encode } from 'uqr';

const SVG = 'http://www.w3.org/2000/svg';

/** A QR code drawn as SVG, with the quiet zone scanners need; `label` is its text alternative. */
export function qrCode(text: string, label: string): SVGSVGElement {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', `0 0 ${size} ${size}`);
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', label);
  svg.setAttribute('class', 'qr');
  const path = document.createElementNS(SVG, 'path');
  const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')));
  path.setAttribute('d', squares.join(''));
  svg.append(path);
  return svg;
}
