// Hand-written like SHA-256 next to it: @noble/hashes is larger and takes twice the time.

/** Bytes that go into the state between two permutations. */
const RATE = 136;
const ROUNDS = 24;

/** Each lane of 64 bits as two halves, low one first; shared by all calls, so that none allocates it. */
const state = new Int32Array(50);
/** The same bytes: every platform with a browser is little-endian, as Keccak is. */
const bytes = new Uint8Array(state.buffer);
const parities = new Int32Array(10);
const mixed = new Int32Array(10);
const iota = new Int32Array(ROUNDS * 2);
/** Where each step of rho and pi puts a lane, and how far it turns it. */
const targets = new Uint8Array(ROUNDS);
const columns = new Uint8Array(ROUNDS);
const turns = new Uint8Array(ROUNDS);
makeTables();

/** Keccak-256 as Ethereum uses it, with the padding from before SHA-3, as 32 new bytes. */
export function keccak256(data: Uint8Array): Uint8Array {
  state.fill(0);
  let at = 0;
  for (; data.length - at >= RATE; at += RATE) {
    absorb(data.subarray(at, at + RATE), at === 0);
    permute();
  }
  absorb(at === 0 ? data : data.subarray(at), at === 0);
  flip(data.length - at, 0x01);
  flip(RATE - 1, 0x80);
  permute();
  return bytes.slice(0, 32);
}

function absorb(block: Uint8Array, isFirst: boolean): void {
  // Nothing to mix with yet, and a copy takes a tenth of the time.
  if (isFirst) bytes.set(block);
  else for (let at = 0; at < block.length; at += 1) flip(at, block[at] as number);
}

function flip(at: number, bits: number): void {
  bytes[at] = (bytes[at] as number) ^ bits;
}

/**
 * Reads and writes each half as rarely as it can, and everything outside by a local name: most runs in a browser happen
 * before it is compiled.
 */
function permute(): void {
  for (let round = 0; round < ROUNDS; round += 1) {
    theta();
    rhoAndPi();
    chi();
    state[0] = (state[0] as number) ^ (iota[round * 2] as number);
    state[1] = (state[1] as number) ^ (iota[round * 2 + 1] as number);
  }
}

/** Leaves in `mixed` what theta adds to the lanes of each column, for the next step to add. */
function theta(): void {
  const lanes = state;
  const sums = parities;
  for (let x = 0; x < 10; x += 1)
    sums[x] =
      (lanes[x] as number) ^
      (lanes[x + 10] as number) ^
      (lanes[x + 20] as number) ^
      (lanes[x + 30] as number) ^
      (lanes[x + 40] as number);
  for (let x = 0; x < 10; x += 2) {
    const before = x < 2 ? x + 8 : x - 2;
    const after = x > 7 ? x - 8 : x + 2;
    const low = sums[after] as number;
    const high = sums[after + 1] as number;
    mixed[x] = (sums[before] as number) ^ ((low << 1) | (high >>> 31));
    mixed[x + 1] = (sums[before + 1] as number) ^ ((high << 1) | (low >>> 31));
  }
}

function rhoAndPi(): void {
  const lanes = state;
  const added = mixed;
  lanes[0] = (lanes[0] as number) ^ (added[0] as number);
  lanes[1] = (lanes[1] as number) ^ (added[1] as number);
  let low = (lanes[2] as number) ^ (added[2] as number);
  let high = (lanes[3] as number) ^ (added[3] as number);
  for (let step = 0; step < ROUNDS; step += 1) {
    const target = targets[step] as number;
    const column = columns[step] as number;
    const left = turns[step] as number;
    // A shift counts modulo 32, and no lane is turned by 0 or 32.
    const one = left > 32 ? high : low;
    const other = left > 32 ? low : high;
    low = (lanes[target] as number) ^ (added[column] as number);
    high = (lanes[target + 1] as number) ^ (added[column + 1] as number);
    lanes[target] = (one << left) | (other >>> -left);
    lanes[target + 1] = (other << left) | (one >>> -left);
  }
}

function chi(): void {
  const lanes = state;
  for (let half = 0; half < 50; half += half % 10 === 0 ? 1 : 9) {
    const a = lanes[half] as number;
    const b = lanes[half + 2] as number;
    const c = lanes[half + 4] as number;
    const d = lanes[half + 6] as number;
    const e = lanes[half + 8] as number;
    lanes[half] = a ^ (~b & c);
    lanes[half + 2] = b ^ (~c & d);
    lanes[half + 4] = c ^ (~d & e);
    lanes[half + 6] = d ^ (~e & a);
    lanes[half + 8] = e ^ (~a & b);
  }
}

/** The constants of FIPS 202, by its own rules: a shift register gives iota, a walk through the lanes rho and pi. */
function makeTables(): void {
  let [x, y] = [1, 0];
  let register = 1;
  for (let round = 0; round < ROUNDS; round += 1) {
    [x, y] = [y, (2 * x + 3 * y) % 5];
    targets[round] = 2 * (5 * y + x);
    columns[round] = 2 * x;
    turns[round] = (((round + 1) * (round + 2)) / 2) % 64;
    for (let power = 0; power < 7; power += 1) {
      const bit = 2 ** power - 1;
      const at = round * 2 + (bit >> 5);
      if (register & 1) iota[at] = (iota[at] as number) ^ (1 << (bit & 31));
      register = (register << 1) ^ (register & 0x80 ? 0x171 : 0);
    }
  }
}
