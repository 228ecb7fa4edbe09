const K = Uint32Array.from([...primes(64)].map((prime) => fraction(Math.cbrt(prime))));
const INITIAL = [...primes(8)].map((prime) => fraction(Math.sqrt(prime)));

/**
 * SHA-256 (FIPS 180-4) of a text in UTF-8, as 8 words of 32 bits. For proofs of work and digests in the browser, where
 * the built-in one answers each call through a queue and is missing without https.
 */
export function sha256Words(text: string): Uint32Array {
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 0x2000_0000));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const state = Uint32Array.from(INITIAL);
  const w = new Uint32Array(64);
  for (let offset = 0; offset < padded.length; offset += 64) compress(state, w, view, offset);
  return state;
}

/** The same as 64 hexadecimal digits. */
export function sha256Hex(text: string): string {
  return [...sha256Words(text)].map((word) => word.toString(16).padStart(8, '0')).join('');
}

function compress(state: Uint32Array, w: Uint32Array, view: DataView, offset: number): void {
  const at = (array: Uint32Array, index: number) => array[index] as number;
  for (let i = 0; i < 16; i += 1) w[i] = view.getUint32(offset + i * 4);
  for (let i = 16; i < 64; i += 1) {
    const x = at(w, i - 15);
    const y = at(w, i - 2);
    const s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
    const s1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
    w[i] = at(w, i - 16) + s0 + at(w, i - 7) + s1;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < 64; i += 1) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const one = (h + s1 + ((e & f) ^ (~e & g)) + at(K, i) + at(w, i)) | 0;
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) state[i] = at(state, i) + value;
}

function rotate(value: number, bits: number): number {
  return (value >>> bits) | (value << (32 - bits));
}

/** The first 32 bits behind the point, from which the standard takes its constants. */
function fraction(value: number): number {
  return Math.floor((value - Math.floor(value)) * 2 ** 32);
}

function* primes(count: number): Generator<number> {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate += 1) {
    if (found.some((prime) => candidate % prime === 0)) continue;
    found.push(candidate);
    yield candidate;
  }
}
