import { hash, randomInt } from 'node:crypto';

/** Base32 (RFC 4648): no 0, 1, 8 or 9, which are confused with letters when a PIN is read out. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const GROUPS = 3;
const GROUP = 4;

/** A PIN of 60 random bits, in groups for reading out: `K7QD-2MXA-VT5C`. */
export function newPin(): string {
  const letter = () => ALPHABET.charAt(randomInt(ALPHABET.length));
  const group = () => Array.from({ length: GROUP }, letter).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/** The stored form of a PIN; it fits one invitation only. Case, spaces and dashes do not count. */
export function hashPin(tokenHash: string, pin: string): string {
  const letters = pin.toUpperCase().replaceAll(/[^A-Z2-7]/g, '');
  return hash('sha256', `${tokenHash}\0${letters}`);
}
