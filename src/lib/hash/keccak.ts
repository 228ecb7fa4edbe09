// Hand-written like SHA-256 next to it: @noble/hashes is larger and takes twice the time.

/** Bytes that go into the state between two permutations. */
const RATE = 136;
const ROUNDS = 24;

/** Each lane of 64 bits as two halves, low one first; shared by all calls, so that none allocates it. */
const state = new Int32Array(50);
const parities = new Int32Array(10);
const iota = new Int32Array(ROUNDS * 2);
/** Where each step of rho and pi puts a lane, and how far it turns it. */
const targets = new Uint8Array(ROUNDS);
const turns = new Uint8Array(ROUNDS);
makeTables();

/** Keccak-256 as Ethereum uses it, with the padding from before SHA-3, as 32 new bytes. */
export function keccak256(data: Uint8Array): Uint8Array {
  state.fill(0);
  const tail = data.length - (data.length % RATE);
  for (let at = 0; at < data.length; at += 1) {
    mixByte(at % RATE, data[at] as number);
    if (at % RATE === RATE - 1) permute();
  }
  mixByte(data.length - tail, 0x01);
  mixByte(RATE - 1, 0x80);
  permute();
  const hash = new Uint8Array(32);
  for (let byte = 0; byte < 32; byte += 1) hash[byte] = half(byte >> 2) >>> ((byte & 3) << 3);
  return hash;
}

function mixByte(place: number, byte: number): void {
  mix(place >> 2, byte << ((place & 3) << 3));
}

function mix(index: number, bits: number): void {
  state[index] = half(index) ^ bits;
}

function half(index: number): number {
  return state[index] as number;
}

function permute(): void {
  for (let round = 0; round < ROUNDS; round += 1) {
    theta();
    rhoAndPi();
    chi();
    mix(0, iota[round * 2] as number);
    mix(1, iota[round * 2 + 1] as number);
  }
}

function theta(): void {
  for (let x = 0; x < 10; x += 1) parities[x] = half(x) ^ half(x + 10) ^ half(x + 20) ^ half(x + 30) ^ half(x + 40);
  for (let x = 0; x < 10; x += 2) {
    const before = (x + 8) % 10;
    const after = (x + 2) % 10;
    const low = parities[after] as number;
    const high = parities[after + 1] as number;
    const mixedLow = (parities[before] as number) ^ ((low << 1) | (high >>> 31));
    const mixedHigh = (parities[before + 1] as number) ^ ((high << 1) | (low >>> 31));
    for (let lane = x; lane < 50; lane += 10) {
      mix(lane, mixedLow);
      mix(lane + 1, mixedHigh);
    }
  }
}

function rhoAndPi(): void {
  let low = half(2);
  let high = half(3);
  for (let step = 0; step < ROUNDS; step += 1) {
    const target = targets[step] as number;
    const turn = turns[step] as number;
    // Half a turn of 32 bits swaps the halves; no lane is turned by exactly 0 or 32.
    if (turn > 32) [low, high] = [high, low];
    const left = turn % 32;
    const turnedLow = (low << left) | (high >>> (32 - left));
    const turnedHigh = (high << left) | (low >>> (32 - left));
    low = half(target);
    high = half(target + 1);
    state[target] = turnedLow;
    state[target + 1] = turnedHigh;
  }
}

function chi(): void {
  for (let row = 0; row < 50; row += 10) {
    const [low0, high0, low1, high1] = [half(row), half(row + 1), half(row + 2), half(row + 3)];
    for (let at = row; at < row + 6; at += 1) mix(at, ~half(at + 2) & half(at + 4));
    mix(row + 6, ~half(row + 8) & low0);
    mix(row + 7, ~half(row + 9) & high0);
    mix(row + 8, ~low0 & low1);
    mix(row + 9, ~high0 & high1);
  }
}

/** The constants of FIPS 202, by its own rules: a shift register gives iota, a walk through the lanes rho and pi. */
function makeTables(): void {
  let [x, y] = [1, 0];
  let register = 1;
  for (let round = 0; round < ROUNDS; round += 1) {
    [x, y] = [y, (2 * x + 3 * y) % 5];
    targets[round] = 2 * (5 * y + x);
    turns[round] = (((round + 1) * (round + 2)) / 2) % 64;
    for (let power = 0; power < 7; power += 1) {
      const bit = 2 ** power - 1;
      const at = round * 2 + (bit >> 5);
      if (register & 1) iota[at] = (iota[at] as number) ^ (1 << (bit & 31));
      register = (register << 1) ^ (register & 0x80 ? 0x171 : 0);
    }
  }
}
