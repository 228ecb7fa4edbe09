/** What a build needs from the environment it is started in; the person chooses the languages. */
const KEPT = ['PATH', 'HOME', 'TMPDIR', 'SYNX_LOCALES'];

/** A fresh environment for somebody else's settings: no `.env`, and nothing that a build program obeys. */
export function buildEnvironment(
  own: NodeJS.ProcessEnv,
  settings: Readonly<Record<string, string>>,
): NodeJS.ProcessEnv {
  const kept = Object.fromEntries(KEPT.flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]]])));
  return { ...settings, ...kept, ASTRO_TELEMETRY_DISABLED: '1', SYNX_ENV_FILE: 'none' };
}
