/** What a build needs of the environment it is started in; the languages are the person's choice. */
const KEPT = ['PATH', 'HOME', 'TMPDIR', 'SYNX_LOCALES'];

/**
 * The environment of a build with foreign settings: a fresh one, in which `.env` is not read either. Nothing else is
 * inherited, such as a variable that a program of the build obeys or a setting of this machine's own site.
 */
export function buildEnvironment(
  own: NodeJS.ProcessEnv,
  settings: Readonly<Record<string, string>>,
): NodeJS.ProcessEnv {
  const kept = Object.fromEntries(KEPT.flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]]])));
  return { ...settings, ...kept, ASTRO_TELEMETRY_DISABLED: '1', SYNX_ENV_FILE: 'none' };
}
