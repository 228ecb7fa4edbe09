import { chainSettings } from './chains.ts';

/** Settings by name, as in an environment; an empty one counts as not set. */
export type Settings = Readonly<Record<string, string | undefined>>;

/** The settings of a site for real chains, all of them public. */
const PUBLIC_HALF = ['PRESALE_ADDRESS', 'PUBLIC_ORIGIN'] as const;

/** The additional settings of a server for real chains; the addresses of its nodes are secret. */
const SERVER_HALF = [...chainSettings('RPC_URL'), ...chainSettings('PRESALE_START_BLOCK')] as const;

/** How to tell visitors' addresses apart: not part of the site, and never to be guessed. */
const IN_FRONT = 'TRUST_PROXY';

const isSet = (settings: Settings, name: string) => (settings[name] ?? '') !== '';

/** Whether a setting of real chains is set, PUBLIC_ORIGIN aside: then nothing falls back to local chains. */
export function namesRealChains(settings: Settings): boolean {
  return ['PRESALE_ADDRESS', ...SERVER_HALF].some((name) => isSet(settings, name));
}

/** The settings that a server for real chains lacks. */
export function missingForServer(settings: Settings): readonly string[] {
  return [...PUBLIC_HALF, ...SERVER_HALF, IN_FRONT].filter((name) => !isSet(settings, name));
}

/** The settings that a build for real chains lacks: all of the server's half may be missing, but not a part of it. */
export function missingForBuild(settings: Settings): readonly string[] {
  const missing = missingForServer(settings).filter((name) => name !== IN_FRONT);
  return SERVER_HALF.every((name) => missing.includes(name))
    ? PUBLIC_HALF.filter((name) => missing.includes(name))
    : missing;
}
