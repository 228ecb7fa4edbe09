/** What a build needs from the environment it is started in; the person chooses the languages. */
const KEPT = ['PATH', 'HOME', 'TMPDIR', 'SYNX_LOCALES'];

/**
 * The environment for a build with somebody else's settings: a fresh one that does not read `.env`. It inherits nothing
 * else, such as a variable that a build program obeys or a setting of this machine's own site.
 */
export function buildEnvironment(
  own: NodeJS.ProcessEnv,
  settings: Readonly<Record<string, string>>,
): NodeJS.ProcessEnv {
  const kept = Object.fromEntries(KEPT.flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]]])));
  return { ...settings, ...kept, ASTRO_TELEMETRY_DISABLED: '1', SYNX_ENV_FILE: 'none' };
}
