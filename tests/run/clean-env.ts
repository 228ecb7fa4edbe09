import { BUILD_SETTINGS, DERIVED_VARIABLES } from '#src/build/site-env.ts';
import { DEV_SETTINGS } from '#src/dev/dev-settings.ts';
import { SETTINGS } from '#src/server/platform/env/env.ts';
import { fileSetting, SECRET_SETTINGS } from '#src/server/platform/env/setting-names.ts';

/**
 * Everything that changes a command's behaviour: the settings of server, build and tools, and those of Node.js itself.
 */
const PRODUCT_VARIABLES: ReadonlySet<string> = new Set([
  ...SETTINGS,
  ...SECRET_SETTINGS.map(fileSetting),
  ...BUILD_SETTINGS,
  ...DERIVED_VARIABLES,
  ...DEV_SETTINGS,
  'NODE_OPTIONS',
]);

/**
 * The environment without the settings of a deployment (.env.example), in which `.env` is not read either: a
 * developer's settings must not change the tests, and tests must not touch the services they name.
 */
export function cleanEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => !PRODUCT_VARIABLES.has(name));
  return { ...Object.fromEntries(kept), SYNX_ENV_FILE: 'none' };
}

/** Makes this process's own environment a clean one, from now on and for its child processes. */
export function dropSettings(): void {
  const clean = cleanEnv(process.env);
  for (const name of Object.keys(process.env)) if (!(name in clean)) delete process.env[name];
  Object.assign(process.env, clean);
}
