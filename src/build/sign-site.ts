// npm run sign (docs/operating.md): --new-key FILE; --key FILE [--dist FOLDER]; https://site --public-key KEY.
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { printableLines } from '#src/lib/text/printable.ts';
import { isManifestSigned, makeSigningKey, publishedSignature, signManifest } from './verify/manifest-signature.ts';

const USAGE = `usage: npm run sign -- --new-key FILE
       npm run sign -- --key FILE [--dist FOLDER]
       npm run sign -- https://<site> --public-key KEY`;

try {
  const { values, positionals } = parseArgs({
    args: withPublicKey(process.argv.slice(2)),
    allowPositionals: true,
    options: {
      'new-key': { type: 'string' },
      key: { type: 'string' },
      dist: { type: 'string' },
      'public-key': { type: 'string' },
    },
  });
  const [origin] = positionals;
  const { 'new-key': fresh, key, dist = join(import.meta.dirname, '../../dist'), 'public-key': publicKey } = values;
  if (fresh !== undefined) {
    console.log(`The private key is in ${fresh}: keep it off the server. Publish its public key:`);
    console.log(await makeSigningKey(resolve(fresh)));
  } else if (key !== undefined) {
    const signer = await signManifest(resolve(dist), resolve(key));
    console.log(`The manifest of ${resolve(dist)} is signed by ${signer}.`);
  } else if (origin !== undefined && URL.canParse(origin) && publicKey !== undefined) {
    process.exitCode = (await check(new URL(origin).origin, publicKey)) ? 0 : 1;
  } else throw new Error(USAGE);
} catch (error) {
  console.error(printableLines(error instanceof Error ? error.message : String(error)));
  process.exitCode = 1;
}

/** The arguments with the public key as one of them: in base64url it may begin with a dash, as options do. */
function withPublicKey(args: readonly string[]): string[] {
  const at = args.indexOf('--public-key');
  const key = args[at + 1];
  return at === -1 || key === undefined ? [...args] : args.toSpliced(at, 2, `--public-key=${key}`);
}

async function check(origin: string, publicKey: string): Promise<boolean> {
  const { manifest, signature } = await publishedSignature(origin);
  const isSigned = signature !== '' && isManifestSigned(manifest, signature, publicKey);
  const verdict =
    signature === '' ? 'has no signature' : isSigned ? 'is signed by this key' : 'is not signed by this key';
  console.log(`The manifest of ${origin} ${verdict}.`);
  if (isSigned) console.log(`\`npm run verify -- ${origin}\` compares the files with it.`);
  return isSigned;
}
