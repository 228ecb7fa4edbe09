import { Secret, TOTP } from 'otpauth';

const STEP_MS = 30_000;
/** How many half minutes a phone's clock may be off, either way. */
const DRIFT = 1;

/** A fresh secret of 160 bits in base32 (RFC 4226 section 4, R6), as authenticator apps accept it. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The half minute that contains a time (ms). */
function totpStep(now: number): bigint {
  return BigInt(now) / BigInt(STEP_MS);
}

/** The half minute of a code, at most one away from `now` (ms) and after `last`, since a code counts once; or null. */
export function findTotpStep(secret: string, code: string, last: bigint, now: number): bigint | null {
  const away = totp(secret).validate({ token: code, window: DRIFT, timestamp: now });
  if (away === null) return null;
  const step = totpStep(now) + BigInt(away);
  return step > last ? step : null;
}

/** The address that an authenticator app accepts instead of a typed secret. */
export function totpAddress(secret: string, name: string): string {
  return totp(secret, name).toString();
}

/** SHA-1 and six digits, which every authenticator app knows (RFC 6238). */
function totp(secret: string, label?: string): TOTP {
  return new TOTP({
    issuer: 'SYNX',
    ...(label === undefined ? {} : { label }),
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_MS / 1000,
  });
}
