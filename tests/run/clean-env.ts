import { SETTINGS } from '#src/server/env.ts';

/** Settings outside the server's own: those of the build, and of Node.js itself. */
const OTHERS = /^(PUBLIC_|NODE_OPTIONS$|SYNX_LOCALES$|API_ORIGIN$)/;

/** The environment without the settings of a deployment (.env.example): a developer's own must not change what the tests try. */
export function cleanEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !SETTINGS.includes(name) && !OTHERS.test(name)));
}
