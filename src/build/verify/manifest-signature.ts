import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { foreignAnswer, foreignSuccess } from '#src/server/platform/util/foreign-answer.ts';
import { hashFiles, MANIFEST_FILE, SIGNATURE_FILE } from '../build-manifest.ts';

/** DER in front of the 32 raw bytes of a public Ed25519 key (RFC 8410). */
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** Writes a new private key, readable only by its owner, to a file that must not exist; returns the public key. */
export async function makeSigningKey(file: string): Promise<string> {
  const { privateKey } = generateKeyPairSync('ed25519');
  await writeFile(file, privateKey.export({ format: 'pem', type: 'pkcs8' }), { flag: 'wx', mode: 0o600 });
  return publicKeyOf(privateKey);
}

/** Signs a built folder's manifest; returns the public key. Throws if a file differs, which nobody must ever sign. */
export async function signManifest(folder: string, keyFile: string): Promise<string> {
  const manifest = await readFile(join(folder, MANIFEST_FILE));
  const faults = await differences(folder, manifest);
  if (faults.length > 0) throw new Error(`Not signed: these files differ from the manifest: ${faults.join(', ')}`);
  const key = createPrivateKey(await readFile(keyFile));
  if (key.asymmetricKeyType !== 'ed25519') throw new Error(`${keyFile} is not an Ed25519 key`);
  const publicKey = publicKeyOf(key);
  await writeFile(join(folder, SIGNATURE_FILE), `${sign(null, manifest, key).toString('base64url')} ${publicKey}\n`);
  return publicKey;
}

/** Whether the key with these 32 raw bytes (base64url) made the signature of a manifest. */
export function isManifestSigned(manifest: Uint8Array, signature: string, publicKey: string): boolean {
  const raw = Buffer.from(publicKey, 'base64url');
  if (raw.length !== 32) throw new Error('a public key has 32 bytes, in base64url');
  const key = createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, raw]), format: 'der', type: 'spki' });
  // The key that a signature states is only for people to compare: we trust the caller's key alone.
  const [made = ''] = signature.trim().split(' ');
  return verify(null, manifest, key, Buffer.from(made, 'base64url'));
}

/** The manifest of a site and its signature; an empty text if it has none. */
export async function publishedSignature(origin: string): Promise<{ manifest: Uint8Array; signature: string }> {
  const [manifest, signature] = await Promise.all([
    foreignSuccess(new URL(`/${MANIFEST_FILE}`, origin)),
    foreignAnswer(new URL(`/${SIGNATURE_FILE}`, origin)),
  ]);
  return {
    manifest: new Uint8Array(await manifest.arrayBuffer()),
    signature: signature.ok ? (await signature.text()).trim() : '',
  };
}

/** The files that differ from a folder's manifest, are not in it, or are missing. */
async function differences(folder: string, manifest: Buffer): Promise<string[]> {
  const { files } = JSON.parse(manifest.toString('utf8')) as { files: Readonly<Record<string, string>> };
  const found = await hashFiles(folder);
  const isOwn = (name: string) => name === MANIFEST_FILE || name === SIGNATURE_FILE || /\.(?:br|gz)$/.test(name);
  const names = new Set([...Object.keys(files), ...Object.keys(found).filter((name) => !isOwn(name))]);
  return [...names].filter((name) => files[name] !== found[name]);
}

function publicKeyOf(key: KeyObject): string {
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return spki.subarray(PUBLIC_PREFIX.length).toString('base64url');
}
