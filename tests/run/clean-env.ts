/** Settings of a deployment (.env.example): a developer's own must not change what the tests try. */
const SETTINGS =
  /^(PUBLIC_|RPC_|PRESALE_|DATABASE_|DATA_DIR$|DEBUG_PURCHASES$|ALERT_EMAIL$|PORT$|HOST$|TRUST_PROXY|NODE_ENV$|NODE_OPTIONS$)/;

/** The environment without the settings of a deployment. */
export function cleanEnv(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !SETTINGS.test(name)));
}
