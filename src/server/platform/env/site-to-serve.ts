import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { CHAIN_IDS } from '#src/config/chains.ts';
import { SITE_SETTINGS } from '#src/config/site-settings.ts';
import type { Env } from './env.ts';

/** The built site does not match this server; names every difference and what to do. */
export class WrongSiteError extends Error {
  override readonly name = 'WrongSiteError';

  constructor(directory: string, differences: readonly string[]) {
    const lines = differences.map((difference) => `\n  - ${difference}`).join('');
    super(
      `The site in ${directory} does not match this server:${lines}\n` +
        'Build it again with the settings of this server: npm run build. ' +
        'If another server serves the site, set SERVE_SITE=off.',
    );
  }
}

/** The content of build.json; earlier versions lack the build's settings. */
const buildFile = z.object({
  rehearsal: z.boolean(),
  presaleAddress: z.string(),
  chainIds: z.array(z.number()).optional(),
  settings: z.record(z.string(), z.string()).optional(),
});
type BuildFile = z.infer<typeof buildFile>;

/**
 * The folder of the site to serve; null for none. Throws WrongSiteError if it was built for other chains or another
 * address or, with real chains, with any other setting; in a rehearsal texts and links may differ.
 */
export function siteToServe(directory: string | null, env: Env): string | null {
  if (directory === null || env.SERVE_SITE === 'off' || !existsSync(directory)) return null;
  const built = readBuildFile(directory);
  const differences = built === null ? unknownBuild(env) : differencesOf(built, env);
  if (differences.length > 0) throw new WrongSiteError(directory, differences);
  return directory;
}

function readBuildFile(directory: string): BuildFile | null {
  try {
    return buildFile.parse(JSON.parse(readFileSync(join(directory, 'build.json'), 'utf8')));
  } catch {
    return null;
  }
}

function unknownBuild({ rehearsal }: Env): string[] {
  return rehearsal ? [] : ['its build.json is missing or unreadable, so its settings are unknown'];
}

function differencesOf(built: BuildFile, env: Env): string[] {
  if (built.rehearsal !== env.rehearsal) {
    return [
      built.rehearsal
        ? 'it is a rehearsal, which pays to an address that anybody can spend from, and this server is for real chains'
        : 'it is for real chains, and this server is a rehearsal on local chains',
    ];
  }
  const { chainIds, settings } = built;
  const differences = [
    ...differenceIn('PRESALE_ADDRESS', built.presaleAddress.toLowerCase(), env.presaleAddress.toLowerCase()),
    ...(chainIds === undefined ? [] : differenceIn('chains', chainIds.join(', '), CHAIN_IDS.join(', '))),
  ];
  if (env.rehearsal) return differences;
  if (chainIds === undefined || settings === undefined)
    return [...differences, 'its build.json does not list its build settings, as in earlier versions'];
  for (const name of SITE_SETTINGS.filter((setting) => setting !== 'PRESALE_ADDRESS'))
    differences.push(...differenceIn(name, settings[name], env.siteSettings[name]));
  return differences;
}

function differenceIn(name: string, site: string | undefined, server: string | undefined): string[] {
  if (site === server) return [];
  return [`${name}: the site was built with ${site ?? 'none'}, this server has ${server ?? 'none'}`];
}
