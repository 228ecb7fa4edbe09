// npm run build [-- --out <folder>] [-- --force]: builds the site unless nothing it is made of has changed.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildSite } from '#src/build/build-site.ts';
import { inputHash } from '#src/build/input-hash.ts';

const root = join(import.meta.dirname, '../..');
process.chdir(root);
process.env.NODE_ENV ??= 'production';

try {
  const { values } = parseArgs({ options: { out: { type: 'string', default: 'dist' }, force: { type: 'boolean' } } });
  const out = resolve(values.out);
  // Outside dist, which holds nothing but what is served.
  const note = join(root, '.astro/built.json');
  const built = readNote(note);
  const hash = inputHash(root, process.env);
  if (built[out] === hash && !values.force && existsSync(join(out, 'build.json'))) {
    console.log(`The site in ${values.out} is up to date.`);
  } else {
    const started = performance.now();
    await buildSite(out);
    mkdirSync(dirname(note), { recursive: true });
    writeFileSync(note, JSON.stringify({ ...readNote(note), [out]: hash }));
    console.log(`Built the site into ${values.out} in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
  }
} catch (error) {
  console.error(`The site was not built:\n${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}

function readNote(file: string): Record<string, string> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}
