import { argon2, createCipheriv, createDecipheriv, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const hash = promisify(argon2);
const HALF = 32;

/** The cost of one derivation. */
export interface PasswordCost {
  /** KiB. */
  readonly memory: number;
  readonly passes: number;
}

/** The first of the settings that OWASP's Password Storage Cheat Sheet names for argon2id. */
const PASSWORD_COST: PasswordCost = { memory: 47_104, passes: 1 };

export const PASSWORD_LENGTH = { min: 12, max: 200 } as const;

/** A new password's stored form `argon2id$memory$passes$salt$hash`, and the key (256 bits) that only it gives. */
export async function derivePassword(password: string, cost = PASSWORD_COST) {
  const salt = randomBytes(16);
  const { check, key } = await derive(password, salt, cost);
  return { stored: format(cost, salt, check), key };
}

/** A stored password that nothing matches; comparing with it takes as long as with any other. */
export function nobodysPassword(): string {
  return format(PASSWORD_COST, randomBytes(16), randomBytes(HALF));
}

/** The key of a password, or null if it is not the stored one. */
export async function checkPassword(password: string, stored: string): Promise<Buffer | null> {
  const [, memory, passes, salt = '', expected = ''] = stored.split('$');
  const cost = { memory: Number(memory), passes: Number(passes) };
  const { check, key } = await derive(password, Buffer.from(salt, 'base64'), cost);
  return timingSafeEqual(check, Buffer.from(expected, 'base64')) ? key : null;
}

/** Encrypts a text with a key (AES-256-GCM). */
export function encrypt(text: string, key: Buffer): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const locked = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), locked]).toString('base64');
}

/** Decrypts the output of encrypt(). Throws for any other key. */
export function decrypt(encrypted: string, key: Buffer): string {
  const bytes = Buffer.from(encrypted, 'base64');
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
  decipher.setAuthTag(bytes.subarray(12, 28));
  return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
}

function format({ memory, passes }: PasswordCost, salt: Buffer, check: Buffer): string {
  return ['argon2id', memory, passes, salt.toString('base64'), check.toString('base64')].join('$');
}

/** One derivation gives both halves: one to compare, one to decrypt the secret of the codes. */
async function derive(password: string, nonce: Buffer, cost: PasswordCost) {
  const bytes = await hash('argon2id', {
    message: Buffer.from(password.normalize('NFC')),
    nonce,
    ...cost,
    parallelism: 1,
    tagLength: 2 * HALF,
  });
  return { check: bytes.subarray(0, HALF), key: Buffer.from(bytes.subarray(HALF)) };
}
