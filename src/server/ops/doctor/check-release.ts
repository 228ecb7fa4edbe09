import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Env, EnvironmentError } from '#src/server/platform/env/env.ts';
import { siteToServe, WrongSiteError } from '#src/server/platform/env/site-to-serve.ts';
import { failed, passed, type Verdicts, warned } from '#src/server/platform/util/finding.ts';

/** Whether the site in `directory` was built with the settings of this server. */
export async function* checkRelease(env: Env, directory: string): Verdicts {
  if (env.SERVE_SITE === 'off') return yield passed('Another server serves the site (SERVE_SITE=off).');
  try {
    yield siteToServe(directory, env) === null
      ? warned('There is no site in dist/ to serve.', 'npm run build, or SERVE_SITE=off if a CDN serves it.')
      : passed('The site in dist/ was built with the settings of this server.');
  } catch (error) {
    if (!(error instanceof WrongSiteError || error instanceof EnvironmentError)) throw error;
    yield failed(error.message.replaceAll(/\n(?: +- )?/g, ' '), 'npm run build');
  }
}

/** The name of the build in a folder; null if there is none, or one that cannot be read. */
export function buildName(directory: string): string | null {
  try {
    const { build } = JSON.parse(readFileSync(join(directory, 'build.json'), 'utf8')) as { build?: unknown };
    return typeof build === 'string' ? build : null;
  } catch {
    return null;
  }
}
