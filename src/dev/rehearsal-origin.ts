import { LOCAL_ORIGIN } from '#src/build/site-env.ts';
import { isLocalOrigin } from './is-local-origin.ts';

/**
 * The origin for a rehearsal's site, if it is not the one that a build assumes: canonical addresses and /verify would
 * otherwise name a port where nothing answers. Null if the build's assumption or PUBLIC_ORIGIN is right, or if the port
 * is not known before the server has it.
 */
export function rehearsalOrigin(env: {
  readonly HOST: string;
  readonly PORT: number;
  readonly PUBLIC_ORIGIN?: string | undefined;
}): string | null {
  if (env.PUBLIC_ORIGIN !== undefined || env.PORT === 0) return null;
  const origin = `http://${env.HOST}:${env.PORT}`;
  return URL.canParse(origin) && isLocalOrigin(origin) && origin !== LOCAL_ORIGIN ? origin : null;
}
