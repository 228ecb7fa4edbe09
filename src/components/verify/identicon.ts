/** Cells of one side; the pattern's right half mirrors its left one. */
const SIZE = 8;

interface Identicon {
  readonly background: string;
  readonly cells: readonly { readonly x: number; readonly y: number; readonly color: string }[];
}

/** The "blockies" pattern that Etherscan, MetaMask and others draw for an address, so that people can compare. */
export function identicon(address: string): Identicon {
  const random = generator(address.toLowerCase());
  const color = () => {
    const hue = Math.floor(random() * 360);
    const saturation = random() * 60 + 40;
    const lightness = (random() + random() + random() + random()) * 25;
    return `hsl(${hue} ${saturation.toFixed(1)}% ${lightness.toFixed(1)}%)`;
  };
  const main = color();
  const background = color();
  const spot = color();
  const cells = Array.from({ length: SIZE }, (_, y) => {
    const half = Array.from({ length: SIZE / 2 }, () => Math.floor(random() * 2.3));
    return [...half, ...half.toReversed()].flatMap((kind, x) =>
      kind === 0 ? [] : [{ x, y, color: kind === 1 ? main : spot }],
    );
  });
  return { background, cells: cells.flat() };
}

/** The xorshift generator of that pattern: numbers from 0 to 2, always the same ones for a seed. */
function generator(seed: string): () => number {
  const state: [number, number, number, number] = [0, 0, 0, 0];
  for (const [index, letter] of [...seed].entries()) {
    const at = (index % 4) as 0 | 1 | 2 | 3;
    state[at] = ((state[at] << 5) - state[at] + letter.charCodeAt(0)) | 0;
  }
  return () => {
    const mixed = state[0] ^ (state[0] << 11);
    [state[0], state[1], state[2]] = [state[1], state[2], state[3]];
    state[3] = state[3] ^ (state[3] >> 19) ^ mixed ^ (mixed >> 8);
    return (state[3] >>> 0) / ((1 << 31) >>> 0);
  };
}
