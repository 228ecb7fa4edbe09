import { CHAIN_IDS } from './chains.ts';

/** Settings by name, as an environment holds them; an empty one counts as not set. */
export type Settings = Readonly<Record<string, string | undefined>>;

/** What the site of real chains is built with, all of it public. */
const PUBLIC_HALF = ['PRESALE_ADDRESS', 'PUBLIC_ORIGIN'] as const;

/** What the server of real chains needs in addition; the addresses of its nodes are secret. */
const SERVER_HALF = [
  ...CHAIN_IDS.map((chainId) => `RPC_URL_${chainId}` as const),
  ...CHAIN_IDS.map((chainId) => `PRESALE_START_BLOCK_${chainId}` as const),
] as const;

/** How visitors' addresses are told apart: nothing of the site, and never to be guessed. */
const IN_FRONT = 'TRUST_PROXY';

const isSet = (settings: Settings, name: string) => (settings[name] ?? '') !== '';

/**
 * True where any variable of real chains is set. PUBLIC_ORIGIN alone does not count: a rehearsal has an address too.
 * Then nothing falls back to local chains: a missing setting is an error.
 */
export function namesRealChains(settings: Settings): boolean {
  return ['PRESALE_ADDRESS', ...SERVER_HALF].some((name) => isSet(settings, name));
}

/** What a server of real chains lacks. */
export function missingForServer(settings: Settings): readonly string[] {
  return [...PUBLIC_HALF, ...SERVER_HALF, IN_FRONT].filter((name) => !isSet(settings, name));
}

/**
 * What a build for real chains lacks. A machine that only builds need not know the nodes, so the server's half may be
 * left out as a whole; a part of it is a configuration that was not finished.
 */
export function missingForBuild(settings: Settings): readonly string[] {
  const missing = missingForServer(settings).filter((name) => name !== IN_FRONT);
  return SERVER_HALF.every((name) => missing.includes(name))
    ? PUBLIC_HALF.filter((name) => missing.includes(name))
    : missing;
}
