// Hand-written like SHA-256 next to it: @noble/hashes is larger and takes twice the time.

/** Bytes that go into the state between two permutations. */
const RATE = 136;
const ROUNDS = 24;

/** Each lane of 64 bits as two halves, low one first; shared by all calls, so that none allocates it. */
const state = new Int32Array(50);
const parities = new Int32Array(10);
const mixed = new Int32Array(10);
const iota = new Int32Array(ROUNDS * 2);
/** Where each step of rho and pi puts a lane, and how far it turns it. */
const targets = new Uint8Array(ROUNDS);
const turns = new Uint8Array(ROUNDS);
makeTables();

/** Keccak-256 as Ethereum uses it, with the padding from before SHA-3, as 32 new bytes. */
export function keccak256(data: Uint8Array): Uint8Array {
  const padded = new Uint8Array(data.length + RATE - (data.length % RATE));
  padded.set(data);
  padded[data.length] = 0x01;
  padded[padded.length - 1] = (padded[padded.length - 1] as number) | 0x80;
  const input = new DataView(padded.buffer);
  state.fill(0);
  for (let at = 0; at < padded.length; at += RATE) {
    for (let word = 0; word < RATE / 4; word += 1)
      state[word] = (state[word] as number) ^ input.getInt32(at + word * 4, true);
    permute();
  }
  const hash = new Uint8Array(32);
  const output = new DataView(hash.buffer);
  for (let word = 0; word < 8; word += 1) output.setInt32(word * 4, state[word] as number, true);
  return hash;
}

/** Reads and writes each half as rarely as it can: most runs in a browser happen before it is compiled. */
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
  for (let x = 0; x < 10; x += 1)
    parities[x] =
      (state[x] as number) ^
      (state[x + 10] as number) ^
      (state[x + 20] as number) ^
      (state[x + 30] as number) ^
      (state[x + 40] as number);
  for (let x = 0; x < 10; x += 2) {
    const before = x < 2 ? x + 8 : x - 2;
    const after = x > 7 ? x - 8 : x + 2;
    const low = parities[after] as number;
    const high = parities[after + 1] as number;
    mixed[x] = (parities[before] as number) ^ ((low << 1) | (high >>> 31));
    mixed[x + 1] = (parities[before + 1] as number) ^ ((high << 1) | (low >>> 31));
  }
}

function rhoAndPi(): void {
  state[0] = (state[0] as number) ^ (mixed[0] as number);
  state[1] = (state[1] as number) ^ (mixed[1] as number);
  let low = (state[2] as number) ^ (mixed[2] as number);
  let high = (state[3] as number) ^ (mixed[3] as number);
  for (let step = 0; step < ROUNDS; step += 1) {
    const target = targets[step] as number;
    const column = target % 10;
    const left = turns[step] as number;
    // A shift counts modulo 32, and no lane is turned by 0 or 32.
    const turnedLow = left > 32 ? (high << left) | (low >>> -left) : (low << left) | (high >>> -left);
    const turnedHigh = left > 32 ? (low << left) | (high >>> -left) : (high << left) | (low >>> -left);
    low = (state[target] as number) ^ (mixed[column] as number);
    high = (state[target + 1] as number) ^ (mixed[column + 1] as number);
    state[target] = turnedLow;
    state[target + 1] = turnedHigh;
  }
}

function chi(): void {
  for (let half = 0; half < 50; half += half % 10 === 0 ? 1 : 9) {
    const a = state[half] as number;
    const b = state[half + 2] as number;
    const c = state[half + 4] as number;
    const d = state[half + 6] as number;
    const e = state[half + 8] as number;
    state[half] = a ^ (~b & c);
    state[half + 2] = b ^ (~c & d);
    state[half + 4] = c ^ (~d & e);
    state[half + 6] = d ^ (~e & a);
    state[half + 8] = e ^ (~a & b);
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
