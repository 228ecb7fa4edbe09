// Hand-written: @noble/hashes is larger and two to three times as slow, which only costs honest visitors time.
const K = Uint32Array.from([...primes(64)].map((prime) => fraction(Math.cbrt(prime))));
const INITIAL = [...primes(8)].map((prime) => fraction(Math.sqrt(prime)));

const encoder = new TextEncoder();
/** Work space shared by all calls: not allocating it each time is several times as fast. */
const w = new Uint32Array(64);
const state = new Uint32Array(8);

/** SHA-256 of bytes or UTF-8 text as 8 words, valid until the next call; the browser's queues, and needs https. */
export function sha256Words(data: string | Uint8Array): Uint32Array {
  const bytes = typeof data === 'string' ? encoder.encode(data) : data;
  state.set(INITIAL);
  finish(bytes, bytes.length);
  return state;
}

/** SHA-256 of bytes that come in pieces, because all of them need more memory than there should be. */
export function sha256Stream() {
  const reached = Uint32Array.from(INITIAL);
  const block = new Uint8Array(64);
  let length = 0;
  return {
    add(bytes: Uint8Array): void {
      state.set(reached);
      for (const byte of bytes) {
        block[length % 64] = byte;
        length += 1;
        if (length % 64 > 0) continue;
        load(block, 0);
        compress();
      }
      reached.set(state);
    },
    /** The digest of what has been added so far. */
    hex(): string {
      state.set(reached);
      finish(block.subarray(0, length % 64), length);
      return stateHex();
    },
  };
}

/** Takes in the last bytes, of `length` in all, and the padding. */
function finish(bytes: Uint8Array, length: number): void {
  const blocks = ((bytes.length + 8) >> 6) + 1;
  for (let block = 0; block < blocks; block += 1) {
    load(bytes, block << 6);
    if (block === blocks - 1) {
      w[14] = Math.floor(length / 0x2000_0000);
      w[15] = length << 3;
    }
    compress();
  }
}

function load(bytes: Uint8Array, from: number): void {
  for (let i = 0; i < 16; i += 1) {
    const at = from + (i << 2);
    w[i] =
      (byteAt(bytes, at) << 24) | (byteAt(bytes, at + 1) << 16) | (byteAt(bytes, at + 2) << 8) | byteAt(bytes, at + 3);
  }
}

/** The data's bytes, then a single bit, then zeros. */
function byteAt(bytes: Uint8Array, at: number): number {
  if (at < bytes.length) return bytes[at] as number;
  return at === bytes.length ? 0x80 : 0;
}

export function sha256Hex(data: string | Uint8Array): string {
  sha256Words(data);
  return stateHex();
}

function stateHex(): string {
  return [...state].map((word) => word.toString(16).padStart(8, '0')).join('');
}

function compress(): void {
  for (let i = 16; i < 64; i += 1) {
    const x = w[i - 15] as number;
    const y = w[i - 2] as number;
    const s0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3);
    const s1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10);
    w[i] = ((w[i - 16] as number) + s0 + (w[i - 7] as number) + s1) | 0;
  }
  let a = (state[0] as number) | 0;
  let b = (state[1] as number) | 0;
  let c = (state[2] as number) | 0;
  let d = (state[3] as number) | 0;
  let e = (state[4] as number) | 0;
  let f = (state[5] as number) | 0;
  let g = (state[6] as number) | 0;
  let h = (state[7] as number) | 0;
  for (let i = 0; i < 64; i += 1) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const one = (h + s1 + ((e & f) ^ (~e & g)) + (K[i] as number) + (w[i] as number)) | 0;
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
  state[0] = (state[0] as number) + a;
  state[1] = (state[1] as number) + b;
  state[2] = (state[2] as number) + c;
  state[3] = (state[3] as number) + d;
  state[4] = (state[4] as number) + e;
  state[5] = (state[5] as number) + f;
  state[6] = (state[6] as number) + g;
  state[7] = (state[7] as number) + h;
}

function rotate(value: number, bits: number): number {
  return (value >>> bits) | (value << (32 - bits));
}

/** The first 32 fractional bits, from which the standard takes its constants. */
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
