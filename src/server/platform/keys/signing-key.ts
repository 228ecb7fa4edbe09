import { createPrivateKey, createPublicKey, hash, type KeyObject, randomBytes, sign, verify } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { canonicalJson } from '#src/lib/hash/canonical-json.ts';
import { type Env, EnvironmentError } from '../env/env.ts';

/** DER prefix of the 32 raw bytes of an Ed25519 key (RFC 8410): private as PKCS#8, public as SPKI. */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');
const FILE = 'receipt-signing-key';

export interface SigningKey {
  readonly id: string;
  /** 32 raw bytes, base64url. */
  readonly publicKey: string;
  /** Base64url. */
  sign(payload: unknown): string;
}

/** RECEIPT_SIGNING_KEY, or a key that the first start makes in the data directory. Throws EnvironmentError. */
export function openSigningKey(env: Pick<Env, 'RECEIPT_SIGNING_KEY' | 'DATA_DIRECTORY'>): SigningKey {
  return signingKey(Buffer.from(env.RECEIPT_SIGNING_KEY ?? keptSeed(env.DATA_DIRECTORY), 'hex'));
}

export function signingKey(seed: Uint8Array): SigningKey {
  const key = createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  const raw = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(PUBLIC_PREFIX.length);
  return {
    id: hash('sha256', raw).slice(0, 16),
    publicKey: raw.toString('base64url'),
    sign: (payload) => sign(null, Buffer.from(canonicalJson(payload)), key).toString('base64url'),
  };
}

/** Whether the key with these 32 raw bytes (base64url) made this signature (base64url) over the payload. */
export function isSignedBy(publicKey: string, payload: unknown, signature: string): boolean {
  const key: KeyObject = createPublicKey({
    key: Buffer.concat([PUBLIC_PREFIX, Buffer.from(publicKey, 'base64url')]),
    format: 'der',
    type: 'spki',
  });
  return verify(null, Buffer.from(canonicalJson(payload)), key, Buffer.from(signature, 'base64url'));
}

/** The seed in the data directory, which only its owner can read; the first process to write it wins. */
function keptSeed(directory: string): string {
  const file = join(directory, FILE);
  const refuse = (why: string) => new EnvironmentError([`RECEIPT_SIGNING_KEY: is not set, and ${file} ${why}`]);
  let seed: string;
  try {
    mkdirSync(directory, { recursive: true });
    if (!existsSync(file)) makeSeed(file);
    seed = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw refuse(`can neither be read nor created (${error instanceof Error ? error.message : String(error)})`);
  }
  if (!/^[0-9a-f]{64}$/.test(seed)) throw refuse('does not contain 64 hexadecimal digits');
  return seed;
}

/** Links a temporary file into place: nobody reads half a seed, and no second process replaces it. */
function makeSeed(file: string): void {
  const fresh = `${file}.${randomBytes(6).toString('hex')}`;
  writeFileSync(fresh, `${randomBytes(32).toString('hex')}\n`, { flag: 'wx', mode: 0o600, flush: true });
  try {
    linkSync(fresh, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    unlinkSync(fresh);
  }
}
