// npm run build [-- --out <folder>] [-- --force] [-- --rehearsal]: builds the site unless its inputs are unchanged.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readSettings } from '#src/server/platform/env/settings.ts';
import { inputHash } from './input-hash.ts';
import { isLocalOrigin } from './is-local-origin.ts';
import { describeSite, readSiteEnv, type SiteEnv } from './site-env.ts';

const root = join(import.meta.dirname, '../..');
process.chdir(root);

try {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: 'dist' },
      force: { type: 'boolean', default: false },
      rehearsal: { type: 'boolean', default: false },
    },
  });
  const site = readSiteEnv(readSettings());
  refuseAccident(site, values.rehearsal);
  process.env.NODE_ENV ||= 'production';
  await buildUnlessThere(site, values.out, values.force);
  // Printed last: people read the end of a long output.
  if (site.rehearsal)
    console.log(
      `The site in ${values.out} is a REHEARSAL for local chains: do not publish it. ` +
        'For real chains set PRESALE_ADDRESS and PUBLIC_ORIGIN (.env.example).',
    );
} catch (error) {
  console.error(`The site was not built:\n${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}

/** PUBLIC_ORIGIN is half of the settings for real chains: build a rehearsal for a public origin only on request. */
function refuseAccident({ rehearsal, origin }: SiteEnv, wanted: boolean): void {
  if (wanted && !rehearsal) throw new Error('--rehearsal: the settings name real chains');
  if (rehearsal && !wanted && !isLocalOrigin(origin))
    throw new Error(
      `PRESALE_ADDRESS: is missing, while PUBLIC_ORIGIN is ${origin}. ` +
        'A rehearsal for another machine must be requested: npm run build -- --rehearsal',
    );
}

async function buildUnlessThere(site: SiteEnv, folder: string, force: boolean): Promise<void> {
  const out = resolve(folder);
  // Outside dist, which holds only served files.
  const note = join(root, '.astro/built.json');
  const hash = inputHash(root, process.env);
  if (!force && readJson(note)[out] === hash && isFor(site, out)) {
    console.log(`The site in ${folder} is up to date.`);
    return;
  }
  const started = performance.now();
  // Loading the build tools takes longer than finding that there is nothing to build.
  const { buildSite } = await import('./build-site.ts');
  await buildSite(out, site.origin);
  mkdirSync(dirname(note), { recursive: true });
  writeFileSync(note, JSON.stringify({ ...readJson(note), [out]: hash }));
  console.log(`Built the site into ${folder} in ${((performance.now() - started) / 1000).toFixed(1)} s.`);
}

/** True if the folder contains a build of these settings: another build may have replaced it meanwhile. */
function isFor(site: SiteEnv, folder: string): boolean {
  const { build: _name, ...description } = readJson(join(folder, 'build.json'));
  return JSON.stringify(description) === JSON.stringify(describeSite(site));
}

function readJson(file: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}
