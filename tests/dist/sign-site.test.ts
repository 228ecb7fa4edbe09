import { cpSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { SIGNATURE_FILE } from '#src/build/build-manifest.ts';
import { isManifestSigned } from '#src/build/verify/manifest-signature.ts';
import { startPlainSite } from '#tests/support/browser/plain-site.ts';
import { startChild } from '#tests/support/child.ts';
import { sharedFolder } from '#tests/support/temporary-folder.ts';

const COMMAND = join(process.cwd(), 'src/build/sign-site.ts');
const MANIFEST = '.well-known/synx-manifest.json';

const folder = sharedFolder();
let publicKey: string;
const inFolder = (name: string) => join(folder, name);

async function run(...args: string[]): Promise<{ code: number | null; output: string }> {
  const child = startChild([COMMAND, ...args], {});
  const { code } = await child.ended;
  return { code, output: child.output() };
}

beforeAll(async () => {
  cpSync(join(process.cwd(), 'dist'), inFolder('dist'), { recursive: true });
  const { output } = await run('--new-key', inFolder('key'));
  publicKey = output.trim().split('\n').at(-1) ?? '';
});

test('npm run sign makes a key that its owner alone can read, and replaces none', async () => {
  expect(publicKey).toMatch(/^[\w-]{43}$/);
  expect(statSync(inFolder('key')).mode & 0o777).toBe(0o600);
  const before = readFileSync(inFolder('key'), 'utf8');
  expect((await run('--new-key', inFolder('key'))).code).toBe(1);
  expect(readFileSync(inFolder('key'), 'utf8')).toBe(before);
});

test('npm run sign signs the manifest of a build, and any other byte or key is found', { tags: 'long' }, async () => {
  const { code, output } = await run('--key', inFolder('key'), '--dist', inFolder('dist'));
  expect([code, output]).toEqual([0, expect.stringContaining(publicKey)]);
  const signature = readFileSync(inFolder(`dist/${SIGNATURE_FILE}`), 'utf8');
  const manifest = readFileSync(inFolder(`dist/${MANIFEST}`));
  expect(isManifestSigned(manifest, signature, publicKey)).toBe(true);
  const other = Buffer.from(manifest);
  other[40] = (other[40] ?? 0) ^ 1;
  expect(isManifestSigned(other, signature, publicKey)).toBe(false);
  expect(isManifestSigned(manifest, signature, Buffer.alloc(32, 7).toString('base64url'))).toBe(false);
});

test('a folder that differs from its manifest is not signed', async () => {
  rmSync(inFolder(`dist/${SIGNATURE_FILE}`), { force: true });
  const before = readFileSync(inFolder('dist/robots.txt'));
  writeFileSync(inFolder('dist/robots.txt'), 'changed');
  const { code, output } = await run('--key', inFolder('key'), '--dist', inFolder('dist'));
  writeFileSync(inFolder('dist/robots.txt'), before);
  expect([code, output]).toEqual([
    1,
    expect.stringContaining('Not signed: these files differ from the manifest: robots.txt'),
  ]);
});

test('npm run sign checks the signature that a site publishes, also with a key that begins with a dash', async () => {
  const site = await startPlainSite();
  try {
    for (const key of [publicKey, `-${publicKey.slice(1)}`])
      expect(await run(site.url, '--public-key', key)).toEqual({
        code: 1,
        output: expect.stringContaining('has no signature'),
      });
  } finally {
    await site.stop();
  }
});
