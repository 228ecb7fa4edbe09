// npm run verify -- https://site [--commit C] [--dist FOLDER]: compares a site's files with a build; 1 if one differs.
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { printable } from '#src/lib/text/printable.ts';
import { compareSite } from './verify/compare-site.ts';
import { readPublishedBuild } from './verify/published-build.ts';
import { builtFiles, rebuild } from './verify/rebuild.ts';

const root = join(import.meta.dirname, '../..');
/** How many faults are listed; on a site of other files every file is one. */
const FAULTS_NAMED = 200;
const USAGE = 'usage: npm run verify -- https://<site> [--commit <commit> | --dist <folder>]';

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { commit: { type: 'string' }, dist: { type: 'string' } },
  });
  const [origin] = positionals;
  if (origin === undefined || !URL.canParse(origin) || (values.commit !== undefined && values.dist !== undefined))
    throw new Error(USAGE);
  process.exitCode = (await verify(new URL(origin).origin, values)) ? 0 : 1;
} catch (error) {
  // It may quote the site as well.
  console.error(printable(error instanceof Error ? error.message : String(error)));
  process.exitCode = 1;
}

async function verify(origin: string, { commit, dist }: { commit?: string; dist?: string }): Promise<boolean> {
  const site = await readPublishedBuild(origin);
  const present = site.time === undefined ? '' : `, with ${site.time} as the present`;
  say(`${origin} states build ${site.build}, version ${site.version}, commit ${site.commit ?? 'unknown'}${present}.`);
  for (const [name, value] of Object.entries(site.settings)) say(`  ${name}=${value}`);
  const expected = dist === undefined ? await buildOf(site, commit) : await builtFiles(resolve(dist));
  const { same, faults } = await compareSite(origin, expected, site.files);
  for (const fault of faults.slice(0, FAULTS_NAMED)) say(`✗ ${fault}`);
  if (faults.length > FAULTS_NAMED) say(`… and ${faults.length - FAULTS_NAMED} more`);
  const against = dist === undefined ? `of commit ${commit ?? site.commit}` : `in ${dist}`;
  say(`${same} files are those ${against}, ${faults.length} are not.`);
  return faults.length === 0;
}

function buildOf(site: Awaited<ReturnType<typeof readPublishedBuild>>, commit: string | undefined) {
  say(`Building commit ${commit ?? site.commit} with these settings; this takes about a minute.`);
  return rebuild(root, commit, site);
}

/** Prints one line; most of them contain the site's texts. */
function say(line: string): void {
  console.log(printable(line));
}
