import { BUILD_SETTINGS } from '#src/build/site-env.ts';

/** An environment without the build's settings but its languages, in which `.env` is not read either. */
export function forgetSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const kept = Object.entries(env).filter(([name]) => name === 'SYNX_LOCALES' || !BUILD_SETTINGS.includes(name));
  return { ...Object.fromEntries(kept), SYNX_ENV_FILE: 'none' };
}
