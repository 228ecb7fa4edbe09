import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const STEP_MS = 30_000n;
const DIGITS = 6;
/** How many half minutes a phone's clock may be off, either way. */
const DRIFT = 1n;
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** A fresh secret of 160 bits in base32 (RFC 4226 section 4, R6), as authenticator apps take it. */
export function newTotpSecret(): string {
  return encodeBase32(randomBytes(20));
}

/** The one-time code of a half minute (RFC 6238 with SHA-1 and six digits, which every authenticator app knows). */
export function totpCode(secret: string, step: bigint): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(step);
  const digest = createHmac('sha1', decodeBase32(secret)).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 15;
  const number = (digest.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 10 ** DIGITS;
  return String(number).padStart(DIGITS, '0');
}

/** The half minute that a time (ms) is in. */
export function totpStep(now: number): bigint {
  return BigInt(now) / STEP_MS;
}

/** The half minute whose code this is, at most one away from `now` (ms) and after `last`; null where it is none. */
export function findTotpStep(secret: string, code: string, last: bigint, now: number): bigint | null {
  const given = Buffer.from(code.padEnd(DIGITS).slice(0, DIGITS));
  const current = totpStep(now);
  let found: bigint | null = null;
  for (let step = current - DRIFT; step <= current + DRIFT; step += 1n) {
    if (step < 0n) continue;
    const expected = Buffer.from(totpCode(secret, step));
    if (given.length === expected.length && timingSafeEqual(given, expected) && step > last) found = step;
  }
  return found;
}

/** The address that an authenticator app takes instead of a typed secret. */
export function totpAddress(secret: string, name: string): string {
  return `otpauth://totp/SYNX:${encodeURIComponent(name)}?secret=${secret}&issuer=SYNX`;
}

function encodeBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => ALPHABET[Number.parseInt(five, 2)]).join('');
}

function decodeBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)));
}
